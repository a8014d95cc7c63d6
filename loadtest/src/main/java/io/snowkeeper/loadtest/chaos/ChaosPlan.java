package io.snowkeeper.loadtest.chaos;

import io.snowkeeper.loadtest.chaos.fault.FaultKind;
import io.snowkeeper.loadtest.chaos.fleet.FleetPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One run.
 *
 * @param seed decides which faults come, in which order, where, and for how long
 * @param duration how long faults come; starting, settling and checking come on top
 * @param fleet the fleet to break
 * @param kinds the faults that may come
 * @param faultsAtOnce how many at a time
 * @param longestRest how long there may be none after one
 * @param connectionsPerNode over which ids are asked for
 * @param idsPerSecond how many ids are asked for of all nodes together
 * @param folder a folder that does not exist yet, for logs and data
 */
record ChaosPlan(
        long seed,
        Duration duration,
        FleetPlan fleet,
        List<FaultKind> kinds,
        int faultsAtOnce,
        Duration longestRest,
        int connectionsPerNode,
        long idsPerSecond,
        Path folder) {

    private static final int MAX_CONNECTIONS = 100;
    private static final long MAX_IDS_PER_SECOND = 10_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    ChaosPlan {
        kinds = List.copyOf(kinds);
        require("duration, in seconds", duration.toSeconds(), 1, 86_400);
        require("faultsAtOnce", faultsAtOnce, 1, fleet.nodes());
        require("connectionsPerNode", connectionsPerNode, 1, MAX_CONNECTIONS);
        require("idsPerSecond", idsPerSecond, 1, MAX_IDS_PER_SECOND);
    }

    /** Beyond the end of a session and of a reservation. */
    Duration shortestFault() {
        return fleet.window().plus(fleet.sessionTimeout());
    }

    Duration longestFault() {
        return shortestFault().plusSeconds(3);
    }

    private static void require(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("must be >= %s && <= %s: %s=%s".formatted(min, max, name, value));
        }
    }
}
