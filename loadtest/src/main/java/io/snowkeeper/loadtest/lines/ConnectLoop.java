package io.snowkeeper.loadtest.lines;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Connects, has one line answered and leaves, over and over. */
final class ConnectLoop implements Callable<LoopResult> {

    private static final long MAX_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final InetSocketAddress server;
    private final @Nullable TlsTrust trust;
    private final boolean resumes;
    private final byte[] line;
    private final Duration warmup;
    private final Duration duration;
    private final Histogram latencies = new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS);
    private @Nullable SSLContext context;

    /**
     * @param trust null for plain connections
     * @param resumes whether a connection goes on with the session of the one before
     */
    ConnectLoop(
            InetSocketAddress server,
            @Nullable TlsTrust trust,
            boolean resumes,
            String line,
            Duration warmup,
            Duration duration) {
        this.server = server;
        this.trust = trust;
        this.resumes = resumes;
        this.line = (line + "\n").getBytes(UTF_8);
        this.warmup = warmup;
        this.duration = duration;
    }

    @Override
    public LoopResult call() throws IOException {
        run(warmup);
        latencies.reset();
        long started = System.nanoTime();
        run(duration);
        return new LoopResult(latencies.getTotalCount(), System.nanoTime() - started, latencies);
    }

    private void run(Duration time) throws IOException {
        long started = System.nanoTime();
        long from = started;
        while (from - started < time.toNanos()) {
            ask();
            long now = System.nanoTime();
            latencies.recordValue(now - from);
            from = now;
        }
    }

    private void ask() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(line);
            int read = socket.getInputStream().read();
            while (read != '\n') {
                if (read < 0) {
                    throw new EOFException("the server ended the connection without an answer");
                }
                read = socket.getInputStream().read();
            }
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(server.getAddress(), server.getPort());
        socket.setTcpNoDelay(true);
        if (trust == null) {
            return socket;
        }
        SSLContext sessions = context;
        if (sessions == null || !resumes) {
            sessions = trust.newContext();
            context = sessions;
        }
        return sessions.getSocketFactory().createSocket(socket, server.getHostString(), server.getPort(), true);
    }
}
