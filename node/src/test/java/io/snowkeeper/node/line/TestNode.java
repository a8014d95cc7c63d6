package io.snowkeeper.node.line;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.node.service.LeasedIds;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.NodeStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Nodes that hold worker id 1, without a ZooKeeper behind them. */
final class TestNode {

    static final int MAX_BATCH = 100_000;

    private TestNode() {}

    /** Returns a node whose every look at the clock finds the next millisecond, so that its answers are known. */
    static NodeService ticking(String name) {
        return on(name, tickingClock());
    }

    static MillisClock tickingClock() {
        AtomicLong now = new AtomicLong(Layout.DEFAULT.epochMillis() + 1000);
        return now::incrementAndGet;
    }

    /** Returns a node on the real time. */
    static NodeService live(String name) {
        return on(name, MillisClock.wall());
    }

    static NodeService on(String name, MillisClock clock) {
        LeasedIds ids = new LeasedIds(Layout.DEFAULT, clock, Duration.ofMillis(10), Optional::empty);
        ids.granted(new WorkerLease(1, 0, Reservation.unlimited()));
        return new NodeService(name, ids, clock, () -> NodeStatus.alone(name));
    }
}
