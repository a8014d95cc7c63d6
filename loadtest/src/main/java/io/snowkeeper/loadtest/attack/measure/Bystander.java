package io.snowkeeper.loadtest.attack.measure;

import io.snowkeeper.loadtest.client.LineExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * An echo server that is not attacked. Its latency shows the cost of the machine alone: attacker, node and innocents
 * share its processors.
 */
final class Bystander implements AutoCloseable {

    private final ServerSocket server;

    private Bystander(ServerSocket server) {
        this.server = server;
    }

    static Bystander start() throws IOException {
        Bystander bystander = new Bystander(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        Thread thread = new Thread(bystander::serve, "bystander");
        thread.setDaemon(true);
        thread.start();
        return bystander;
    }

    /** Returns a client that keeps its connection to it. */
    Innocent client() {
        return new Innocent(
                "bystander",
                (InetSocketAddress) server.getLocalSocketAddress(),
                new LineExchange("hello", "hello"),
                false);
    }

    private void serve() {
        try (Socket client = server.accept()) {
            client.setTcpNoDelay(true);
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] bytes = new byte[100];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
