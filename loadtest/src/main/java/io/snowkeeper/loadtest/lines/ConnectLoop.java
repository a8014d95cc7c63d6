package io.snowkeeper.loadtest.lines;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A loop that connects, has one line answered and leaves. */
final class ConnectLoop implements Callable<LoopResult> {

    private static final long MAX_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final InetSocketAddress server;
    private final Connector connector;
    private final String line;
    private final Duration warmup;
    private final Duration duration;
    private final Histogram latencies = new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS);

    ConnectLoop(InetSocketAddress server, Connector connector, String line, Duration warmup, Duration duration) {
        this.server = server;
        this.connector = connector;
        this.line = line + "\n";
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
        try (LineClient connection = connector.connect(server)) {
            connection.send(line);
            connection.next();
        }
    }
}
