package io.snowkeeper.coordinator.store;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.MillisClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that follows another one forward, and never goes slower than a stopwatch: a span that it measures is never
 * longer than by the stopwatch, even if the other clock is changed meanwhile. So a lease that ends by this clock has
 * ended by the stopwatch.
 *
 * <p>Set forward and back again, the other clock leaves this one ahead, until {@link #anchorAnew}.
 *
 * <p>Thread-safe.
 */
public final class SteadyClock implements MillisClock {

    private final MillisClock wall;
    private final LongSupplier stopwatch;
    private final AtomicLong offset = new AtomicLong(Long.MIN_VALUE);

    /**
     * @param wall the clock that it follows
     * @param stopwatch nanoseconds from any start, never going back
     */
    public SteadyClock(MillisClock wall, LongSupplier stopwatch) {
        this.wall = requireNonNull(wall, "wall");
        this.stopwatch = requireNonNull(stopwatch, "stopwatch");
        anchorAnew();
    }

    @Override
    public long millis() {
        long wallMillis = wall.millis();
        long elapsed = elapsedMillis();
        long ahead = wallMillis - elapsed;
        long before = offset.get();
        return elapsed + (ahead <= before ? before : offset.accumulateAndGet(ahead, Math::max));
    }

    /** Takes the other clock's time, which may be earlier. To be called only while no span is counted by this clock. */
    public void anchorAnew() {
        long wallMillis = wall.millis();
        offset.set(wallMillis - elapsedMillis());
    }

    /** Read after the other clock: a pause in between leaves this one behind, and the next reading makes up for it. */
    private long elapsedMillis() {
        return Math.floorDiv(stopwatch.getAsLong(), 1_000_000L);
    }
}
