package io.snowkeeper.loadtest.lines;

import static java.util.Objects.requireNonNull;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The settings of a load.
 *
 * @param tls makes TLS connections, which do not check the server's name; empty for plain ones
 * @param line the line to send, without its end
 * @param connections how many connections there are; 1 to 100,000
 * @param depth how many lines of a connection may be without an answer at a time; 1 to 10,000
 * @param threads how many threads share the connections; 1 to 64, and not more than there are connections
 * @param linesPerSecond how many lines are sent over all connections, at even distances; 0 for as many as are answered
 * @param warmup how long the load runs before it is measured
 * @param duration how long it is measured; more than 0
 * @param atOnce whether all connect at the same time, within what is measured; otherwise they connect one after another before it
 */
record Load(
        InetSocketAddress server,
        Optional<SSLContext> tls,
        String line,
        int connections,
        int depth,
        int threads,
        long linesPerSecond,
        Duration warmup,
        Duration duration,
        boolean atOnce) {

    private static final int MAX_CONNECTIONS = 100_000;
    private static final int MAX_DEPTH = 10_000;
    private static final int MAX_THREADS = 64;
    private static final long MAX_RATE = 100_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    Load {
        requireNonNull(server);
        requireNonNull(tls);
        requireNonNull(line);
        requireWithin("connections", connections, 1, MAX_CONNECTIONS);
        requireWithin("depth", depth, 1, MAX_DEPTH);
        requireWithin("threads", threads, 1, Math.min(connections, MAX_THREADS));
        requireWithin("rate", linesPerSecond, 0, MAX_RATE);
        if (warmup.isNegative()) {
            throw new IllegalArgumentException("must be >= PT0S: warmup=" + warmup);
        }
        if (atOnce && tls.isPresent()) {
            throw new IllegalArgumentException("connections are made at once without TLS only");
        }
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("must be > PT0S: duration=" + duration);
        }
    }

    private static void requireWithin(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("must be >= %s && <= %s: %s=%s".formatted(min, max, name, value));
        }
    }
}
