package io.snowkeeper.core;

/**
 * A clock in Unix milliseconds, from which a generator reads the time. May go back and may stand still: generators deal
 * with both.
 *
 * <p>Implementations must be safe for use by many threads, and a value read by one thread must not be lower than one
 * that another thread had read before, unless the clock went back in between.
 */
@FunctionalInterface
public interface MillisClock {
    /** Returns the time in milliseconds since 1970-01-01T00:00:00Z. */
    long millis();

    /** Returns the clock of the operating system, which may be set back while the process runs. */
    static MillisClock wall() {
        return System::currentTimeMillis;
    }

    /**
     * Returns a clock that starts at the system's time and then goes on by itself: steps of the system clock are not
     * seen. See {@link MonotonicClock} for its price.
     */
    static MillisClock monotonic() {
        return new MonotonicClock();
    }
}
