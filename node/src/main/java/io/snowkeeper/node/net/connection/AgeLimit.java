package io.snowkeeper.node.net.connection;

import io.netty.channel.ChannelPipeline;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * The limit on the age of a port's connections. Each has an age of its own, up to a tenth below or above the limit, so that those
 * which came together do not go together. Thread-safe.
 */
final class AgeLimit {

    private static final double JITTER = 0.1;

    /** How long a connection may look for a quiet moment, as a part of the age. */
    private static final int GRACES_PER_AGE = 10;

    private final long ageNanos;
    private final DoubleSupplier random;
    private final LongAdder reached = new LongAdder();

    /**
     * @param age 0 for no limit
     * @param random numbers from 0, inclusive, to 1, exclusive
     */
    AgeLimit(Duration age, DoubleSupplier random) {
        this.ageNanos = age.toNanos();
        this.random = random;
    }

    /** Fires {@link AgeEvent}s of a new connection, to the handlers that are added after this. */
    void addTo(ChannelPipeline pipeline) {
        if (ageNanos > 0) {
            double factor = 1 + JITTER * (2 * random.getAsDouble() - 1);
            pipeline.addLast(
                    "age",
                    new ConnectionAge((long) (ageNanos * factor), ageNanos / GRACES_PER_AGE, reached::increment));
        }
    }

    /** Returns how many connections have reached their age since the start. */
    long reached() {
        return reached.sum();
    }
}
