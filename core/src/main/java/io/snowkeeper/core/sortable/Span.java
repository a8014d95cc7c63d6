package io.snowkeeper.core.sortable;

import io.snowkeeper.core.internal.PaddedAtomicLong;
import io.snowkeeper.core.internal.ThreadRuns;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time in which one atomic value holds both time and counter: the time as ticks since the span's base, so
 * that 64 bits are enough. When the time outgrows it, the span is sealed and another one follows. Its value is negative
 * once it is sealed. Ticks are unsigned.
 *
 * <p>The counter of the base's own tick is used up from the start: it belongs to the span before.
 */
final class Span extends PaddedAtomicLong {

    /** 281 trillion counters a tick, and 15 bits for the ticks. */
    static final int MAX_COUNTER_BITS = 48;

    private static final long SEAL = Long.MIN_VALUE;

    /** All ones, the highest unsigned number. */
    private static final long HIGHEST = -1;

    private final long base;
    private final int counterBits;
    private final long lastTick;
    private final boolean terminal;
    private final @Nullable ThreadRuns runs;

    private Span(long base, int counterBits, long state, boolean terminal, int runLength) {
        super(state);
        this.base = base;
        this.counterBits = counterBits;
        this.terminal = terminal;
        runs = runLength == 1 ? null : new ThreadRuns(runLength, counterBits);
        long ticks = Long.MAX_VALUE >>> counterBits;
        lastTick = Long.compareUnsigned(base, HIGHEST - ticks) > 0 ? HIGHEST : base + ticks;
    }

    /**
     * Returns a span that issues values later than the given tick.
     *
     * @param runLength how many counters a thread takes ahead of use, 1 for none
     */
    static Span after(long tick, int counterBits, int runLength) {
        return new Span(tick, counterBits, maxCounter(counterBits), false, runLength);
    }

    /** Returns a span in the place of this sealed one, that issues nothing and has no successor. */
    Span end() {
        return new Span(base, counterBits, get(), true, 1);
    }

    /** Returns whether nothing follows this span. */
    boolean isTerminal() {
        return terminal;
    }

    /** Returns the last tick that the span can hold. */
    long lastTick() {
        return lastTick;
    }

    /** Returns the tick of a state, sealed or not. */
    long tickOf(long value) {
        return base + ((value & ~SEAL) >>> counterBits);
    }

    /** Returns the counter of a state. */
    long counterOf(long value) {
        return value & maxCounter(counterBits);
    }

    /** Returns whether the tick of a state has another counter. */
    boolean hasRoom(long value) {
        return counterOf(value) != maxCounter(counterBits);
    }

    /** Returns how many of the wanted counters the tick has from the given state on. */
    int runLength(long first, int wanted) {
        return (int) Math.min(wanted, maxCounter(counterBits) - counterOf(first) + 1);
    }

    /** Returns the state of a tick's counter 0. */
    long startOf(long tick) {
        return (tick - base) << counterBits;
    }

    /** Returns the state after taking up to {@code wanted} counters; with runs, at most to the end of one. */
    long lastOf(long first, int wanted) {
        long last = first + runLength(first, wanted) - 1;
        return runs == null ? last : runs.endOf(last);
    }

    /** Takes counters of a tick that may be issued out of the thread's run: all or, with a negative answer, none. */
    long takeOfRun(long tick, int wanted) {
        return runs == null ? ThreadRuns.NONE : runs.take(tick - base, wanted);
    }

    /** Leaves the rest of a taken run to the thread. */
    void keepRest(long first, int wanted) {
        if (runs != null) {
            runs.keep(first + runLength(first, wanted) - 1);
        }
    }

    /** Makes the span issue nothing any more. */
    void seal() {
        long last = get();
        while (last >= 0 && !compareAndSet(last, last | SEAL)) {
            last = get();
        }
        if (runs != null) {
            runs.end();
        }
    }

    /** Returns the highest counter that fits the bits. */
    static long maxCounter(int counterBits) {
        return (1L << counterBits) - 1;
    }
}
