package io.snowkeeper.loadtest.simulation;

import io.snowkeeper.testkit.net.Ports;
import java.util.stream.IntStream;

/** Where a fleet of {@code deploy/fleet} is free to listen. */
final class FleetPorts {

    /** Beside the balancer's first port, its others, and those of sixteen nodes, for which the balancer looks. */
    private static final int[] OTHERS =
            IntStream.concat(IntStream.range(1, 4), IntStream.range(100, 134)).toArray();

    private FleetPorts() {}

    /** Returns a port for the balancer. */
    static int next() {
        return Ports.next(OTHERS);
    }
}
