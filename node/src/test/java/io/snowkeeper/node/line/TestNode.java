package io.snowkeeper.node.line;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.embedded.id.LeasedIdSource;
import io.snowkeeper.embedded.id.SortableIds;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Nodes without a ZooKeeper behind them. */
public final class TestNode {

    public static final int MAX_BATCH = 100_000;

    /** When the time of a stepping node starts; its first id is of the millisecond after it. */
    private static final long START = Layout.DEFAULT.epochMillis() + 1000;

    private static final Duration MAX_ROLLBACK_WAIT = Duration.ofMillis(10);

    private TestNode() {}

    /** Returns a node with a lease on worker id 1, on the real time. */
    public static NodeService live(String name) {
        return node(name, live(), MillisClock.wall())
                .withSortableIds(sortable(MillisClock.wall(), System::nanoTime, 1));
    }

    /** As {@link #live}, but requests for more than a millisecond holds are answered at once, after a wait. */
    public static NodeService waiting(String name) {
        return node(name, new WaitingIds(live()), MillisClock.wall());
    }

    /** Returns a node with a lease on worker id 1, whose time goes on by a millisecond for every request for snowflake ids. */
    public static NodeService stepping(String name) {
        AtomicLong now = new AtomicLong(START);
        return node(name, new SteppingIds(now, leased(now, 1)), now::get).withSortableIds(sortable(now, 1));
    }

    /** Returns a node that has the worker id at the end of its name, on the real time. */
    public static NodeService liveAlone(String name) {
        return node(name, alone(name, MillisClock.wall(), System::nanoTime), MillisClock.wall());
    }

    /** Returns a node that has the worker id at the end of its name, and steps. */
    public static NodeService steppingAlone(String name) {
        AtomicLong now = new AtomicLong(START);
        return node(name, new SteppingIds(now, alone(name, now::get, stopwatch(now))), now::get);
    }

    private static LeasedIdSource live() {
        return leased(MillisClock.wall(), System::nanoTime, 1);
    }

    /** Returns ids that follow a time in milliseconds. */
    static LeasedIdSource leased(AtomicLong now, long workerId) {
        return leased(now::get, stopwatch(now), workerId);
    }

    private static LeasedIdSource leased(MillisClock clock, LongSupplier stopwatch, long workerId) {
        LeasedIdSource ids = new LeasedIdSource(Layout.DEFAULT, clock, MAX_ROLLBACK_WAIT, Optional::empty, stopwatch);
        ids.granted(new WorkerLease(workerId, 0, Reservation.unlimited()));
        return ids;
    }

    /** Returns sortable ids that follow a time in milliseconds. */
    static SortableIds sortable(AtomicLong now, long workerId) {
        return sortable(now::get, stopwatch(now), workerId);
    }

    private static SortableIds sortable(MillisClock clock, LongSupplier stopwatch, long workerId) {
        SortableIds ids = new SortableIds(clock, stopwatch, Optional::empty);
        ids.granted(new WorkerLease(workerId, 0, Reservation.unlimited()));
        return ids;
    }

    private static IdSource alone(String name, MillisClock clock, LongSupplier stopwatch) {
        return FixedWorkerIds.ofNode(name, Layout.DEFAULT, clock, MAX_ROLLBACK_WAIT, stopwatch);
    }

    /** Returns the stopwatch of the same hand: a clock that stands still beside one that goes on is refused. */
    private static LongSupplier stopwatch(AtomicLong now) {
        return () -> TimeUnit.MILLISECONDS.toNanos(now.get());
    }

    private static NodeService node(String name, IdSource ids, MillisClock clock) {
        return new NodeService(name, ids, clock, () -> NodeStatus.alone(name));
    }
}
