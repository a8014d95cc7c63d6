package io.snowkeeper.cli.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * Clients that connect, send the first message of a handshake that was recorded once, and leave. It costs them nothing,
 * and a server a signature.
 */
final class HelloFlood implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean ended;

    HelloFlood(int clients, InetSocketAddress... servers) throws IOException, GeneralSecurityException {
        byte[] hello = hello();
        for (int i = 0; i < clients; i++) {
            InetSocketAddress server = servers[i % servers.length];
            running.add(threads.submit(() -> flood(server, hello)));
        }
    }

    private static byte[] hello() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        byte[] hello = new byte[record.flip().remaining()];
        record.get(hello);
        return hello;
    }

    private void flood(InetSocketAddress server, byte[] hello) {
        while (!ended) {
            try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
                socket.getOutputStream().write(hello);
                sent.incrementAndGet();
            } catch (IOException e) {
                // No port is free, or the server is quicker to close: the next one.
            }
            pause();
        }
    }

    /** So that it is the signatures that are too many, and not the connections. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns how many have connected. */
    long sent() {
        return sent.get();
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        threads.shutdown();
        try {
            for (Future<?> client : running) {
                client.get();
            }
        } catch (ExecutionException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
