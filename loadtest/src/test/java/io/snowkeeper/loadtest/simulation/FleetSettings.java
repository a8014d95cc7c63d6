package io.snowkeeper.loadtest.simulation;

import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.util.stream.IntStream;

/** The settings of a fleet of {@code deploy/fleet} that lives for a test. */
final class FleetSettings {

    /** Beside the balancer's first port, its others, and those of sixteen nodes, for which the balancer looks. */
    private static final int[] OTHERS =
            IntStream.concat(IntStream.range(1, 4), IntStream.range(100, 134)).toArray();

    private FleetSettings() {}

    /** Returns a port for the balancer where the fleet is free to listen. */
    static int nextPort() {
        return Ports.next(OTHERS);
    }

    /** Returns the options of Java for each node. */
    static String javaOptions() throws IOException {
        return String.join(" ", NodeProcess.quickStart()) + " -Xmx128m";
    }
}
