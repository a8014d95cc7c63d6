package io.snowkeeper.loadtest.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Free ports of this machine, below those that outgoing connections are given: a server that is down must find its port
 * again.
 */
public final class Ports {

    private static final int FIRST = 15_000;
    private static final int RANGE = 16_000;

    private final Deque<Integer> free = new ArrayDeque<>();

    /** Finds that many. */
    public Ports(int count) throws IOException {
        int start = Math.floorMod(ProcessHandle.current().pid() * 97, RANGE);
        for (int i = 0; i < RANGE && free.size() < count; i++) {
            int port = FIRST + (start + i) % RANGE;
            if (isFree(port)) {
                free.add(port);
            }
        }
        if (free.size() < count) {
            throw new IOException("no %d ports are free from %d to %d".formatted(count, FIRST, FIRST + RANGE - 1));
        }
    }

    public int next() {
        return free.remove();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
