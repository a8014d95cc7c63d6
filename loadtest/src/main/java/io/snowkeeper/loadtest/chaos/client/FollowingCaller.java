package io.snowkeeper.loadtest.chaos.client;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.ServiceTimes;
import io.snowkeeper.loadtest.uniqueness.IdSet;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An application that knows all nodes, and asks whichever is active by the client, one call after the other. */
final class FollowingCaller implements Runnable {

    /** Logs lost connections, which are expected here. */
    private static final Logger CLIENT_LOG = Logger.getLogger("io.snowkeeper.client");

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SINGLE_IDS = 8;
    private static final int BATCH = 50;

    private final String servers;
    private final ServiceTimes times;
    private final IdSet ids;
    private final OrderJudge order;
    private final Violations violations;
    private final BooleanSupplier stopping;

    /** @param times gets each answer with ids */
    FollowingCaller(
            List<FleetNode> nodes,
            ServiceTimes times,
            IdSet ids,
            OrderJudge order,
            Violations violations,
            BooleanSupplier stopping) {
        this.servers = nodes.stream()
                .map(node ->
                        node.address().getHostString() + ":" + node.address().getPort())
                .collect(joining(","));
        this.times = times;
        this.ids = ids;
        this.order = order;
        this.violations = violations;
        this.stopping = stopping;
    }

    @Override
    public void run() {
        CLIENT_LOG.setLevel(Level.OFF);
        try (SnowkeeperClient client =
                SnowkeeperClient.builder().servers(servers).build()) {
            for (int calls = 0; !stopping.getAsBoolean(); calls++) {
                call(client, calls % (SINGLE_IDS + 1) == SINGLE_IDS ? BATCH : 1);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void call(SnowkeeperClient client, int count) {
        long begun = order.begun();
        try {
            long[] given = count == 1 ? new long[] {client.next()} : client.next(count);
            times.given();
            order.answered("the client", begun, given);
            ids.add(given, 0, given.length);
        } catch (UnavailableException e) {
            // No node gave ids within the deadline: how long that may last is judged after each fault.
        } catch (SnowkeeperException e) {
            violations.add("the client must get ids by right calls: " + e);
        }
    }
}
