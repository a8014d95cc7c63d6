package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A watch that notices a clock that stands still: one that reads the same at looks that are more than a second apart.
 * Thread-safe.
 */
public final class StallWatch {

    private static final long STALL_NANOS = Duration.ofSeconds(1).toNanos();

    private final MillisClock clock;
    private final LongSupplier stopwatch;

    private long readMillis;
    private long readAtNanos;

    /** @param stopwatch as {@link System#nanoTime} */
    public StallWatch(MillisClock clock, LongSupplier stopwatch) {
        this.clock = requireNonNull(clock);
        this.stopwatch = requireNonNull(stopwatch);
        readMillis = clock.millis();
        readAtNanos = stopwatch.getAsLong();
    }

    /** Looks at the clock. Returns the refusal of a caller once the tick is used up, empty if the clock moves. */
    public synchronized Optional<ClockStalledException> look() {
        // The stopwatch first: a pause between the two makes a stall look shorter.
        long nowNanos = stopwatch.getAsLong();
        long nowMillis = clock.millis();
        if (nowMillis != readMillis) {
            readMillis = nowMillis;
            readAtNanos = nowNanos;
        }
        long stoodNanos = nowNanos - readAtNanos;
        return stoodNanos > STALL_NANOS
                ? Optional.of(new ClockStalledException(nowMillis, stoodNanos))
                : Optional.empty();
    }
}
