package io.snowkeeper.core;

/**
 * The strategy by which a thread waits for the next tick when the sequence of this one is used up, or for a clock that
 * went back.
 */
public enum WaitStrategy {
    /**
     * Reads the clock over and over. The shortest wait, at the price of a whole core while it lasts: a generator that is
     * asked for more than its layout holds keeps a core busy for each thread.
     */
    SPIN,
    /**
     * Parks until shortly before the next tick, then one of the waiting threads spins the last stretch while the others
     * sleep through it. A saturated generator issues as many ids as with {@link #SPIN} for a fraction of the CPU; a
     * single wait may end later because the operating system oversleeps, mostly by less than a tenth of a millisecond.
     */
    PARK
}
