package io.snowkeeper.loadtest.simulation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;

/** Finds ports for a fleet where nobody listens. */
public final class FreePorts {

    private static final int LEAST = 20_000;
    private static final int MOST = 32_000;
    private static final int BALANCER = 4;
    private static final int NODES = 100;
    private static final int OF_NODES = 34;

    private FreePorts() {}

    /** Returns a port for the balancer, so that all others of a fleet are free, too: the balancer looks for sixteen nodes. */
    public static int forFleet() {
        Random random = new Random();
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = LEAST + random.nextInt(MOST - LEAST);
            if (areFree(port, BALANCER) && areFree(port + NODES, OF_NODES)) {
                return port;
            }
        }
        throw new AssertionError("no free ports between %d and %d".formatted(LEAST, MOST));
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }
}
