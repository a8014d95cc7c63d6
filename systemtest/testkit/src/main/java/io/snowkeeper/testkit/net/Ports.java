package io.snowkeeper.testkit.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Free ports of this machine, below those that outgoing connections are given: a server that is down must find its port
 * again. No port is given twice until all were.
 */
public final class Ports {

    private static final int FIRST = 15_000;
    private static final int RANGE = 16_000;

    /** Processes that look at the same time begin at different places. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(Math.floorMod(ProcessHandle.current().pid() * 97, RANGE));

    private Ports() {}

    /**
     * Returns the next port that is free.
     *
     * @param others how far above it others are that have to be free as well
     * @throws IllegalStateException if there is none
     */
    public static int next(int... others) {
        for (int i = 0; i < RANGE; i++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), RANGE);
            if (isFree(port) && IntStream.of(others).allMatch(other -> isFree(port + other))) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free from %s to %s".formatted(FIRST, FIRST + RANGE - 1));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
