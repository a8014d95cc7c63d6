package io.snowkeeper.core.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An atomic long with a cache line, and its prefetched neighbour, to itself: threads that count on it do not slow down
 * those that read the fields beside it, and the other way round. May be extended, to save the way from one object to
 * the other.
 */
public class PaddedAtomicLong extends PaddedAtomicLongValue {

    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(PaddedAtomicLongValue.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private long after0, after1, after2, after3, after4, after5, after6, after7;
    @SuppressWarnings("unused")
    private long after8, after9, after10, after11, after12, after13, after14, after15;

    /** Starts at the given value. */
    public PaddedAtomicLong(long initial) {
        super(initial);
    }

    /** Reads the value, with the memory effects of a volatile read. */
    public final long get() {
        return value;
    }

    /** Sets the next value if it is the expected one. Returns whether it was. */
    public final boolean compareAndSet(long expected, long next) {
        return VALUE.compareAndSet(this, expected, next);
    }

    /** Sets the next value if it is the expected one. Returns the previous value. */
    public final long compareAndExchange(long expected, long next) {
        return (long) VALUE.compareAndExchange(this, expected, next);
    }

    /** Adds one and returns the sum. */
    public final long incrementAndGet() {
        return (long) VALUE.getAndAdd(this, 1L) + 1;
    }

    /** Raises the value to the given one; leaves a higher one as it is. */
    public final void raiseTo(long least) {
        long current = value;
        while (current < least && !compareAndSet(current, least)) {
            current = value;
        }
    }
}

/** The fields of a superclass lie before those of its subclass: so the value stays in the middle. */
class PaddedAtomicLongValue extends PaddedAtomicLongFront {

    volatile long value;

    PaddedAtomicLongValue(long initial) {
        value = initial;
    }
}

class PaddedAtomicLongFront {

    @SuppressWarnings("unused")
    private long before0, before1, before2, before3, before4, before5, before6, before7;
    @SuppressWarnings("unused")
    private long before8, before9, before10, before11, before12, before13, before14, before15;
}
