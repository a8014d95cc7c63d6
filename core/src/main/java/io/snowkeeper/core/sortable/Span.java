package io.snowkeeper.core.sortable;

import io.snowkeeper.core.internal.PaddedAtomicLong;

/**
 * A stretch of time in which one atomic value holds both time and counter: the time as ticks since the span's base, so
 * that 64 bits are enough. When the time outgrows it, the span is sealed and another one follows.
 *
 * <p>The counter of the base's own tick is used up from the start: it belongs to whoever was before.
 */
final class Span {

    private static final long SEAL = Long.MIN_VALUE;

    private final long base;
    private final int counterBits;
    private final long lastTick;
    private final boolean terminal;
    private final PaddedAtomicLong state;

    private Span(long base, int counterBits, long state, boolean terminal) {
        this.base = base;
        this.counterBits = counterBits;
        this.terminal = terminal;
        long ticks = Long.MAX_VALUE >>> counterBits;
        lastTick = base > Long.MAX_VALUE - ticks ? Long.MAX_VALUE : base + ticks;
        this.state = new PaddedAtomicLong(state);
    }

    /** Returns a span that issues what is later than the given tick. */
    static Span after(long tick, int counterBits) {
        return new Span(tick, counterBits, maxCounter(counterBits), false);
    }

    /** Returns a span in the place of this sealed one, that issues nothing and has no successor. */
    Span end() {
        return new Span(base, counterBits, state.get(), true);
    }

    /** Returns whether nothing follows this span. */
    boolean isTerminal() {
        return terminal;
    }

    /** Returns the state, negative once sealed. */
    long state() {
        return state.get();
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

    /** Moves from one state to another. Returns what the state was. */
    long compareAndExchange(long expected, long next) {
        return state.compareAndExchange(expected, next);
    }

    /** Makes the span issue nothing any more. */
    void seal() {
        long last = state.get();
        while (last >= 0 && !state.compareAndSet(last, last | SEAL)) {
            last = state.get();
        }
    }

    private static long maxCounter(int counterBits) {
        return (1L << counterBits) - 1;
    }
}
