package io.snowkeeper.core.internal;

import java.util.Arrays;

/**
 * The runs of sequences that threads have taken of a generator's state ahead of use, so that an id moves no cache line
 * between processors. There is a fixed number of places for runs; a thread has one by its id, for as long as it lives,
 * and may share it with others. So threads that come and go leave nothing behind, and share runs.
 *
 * <p>A place is one number, the state that was last handed out of it; its run goes on to the next multiple of the
 * length, which is where each run ends. The number only grows, by atomic steps, so the numbers taken from a place
 * increase, whichever threads share it; once it is {@link #end raised to the end}, nothing is taken from it any more.
 *
 * <p>States are never negative: a tick in the upper bits, and a sequence below it.
 */
public final class ThreadRuns {

    /** Nothing was taken. */
    public static final long NONE = -1;

    private static final int PLACES = 64;

    /** How many runs a tick has at least: 16 for each place, so that the places lose a 16th of a tick at the most. */
    private static final int MIN_RUNS_PER_TICK_BITS = 10;

    /**
     * 2^64 divided by the golden ratio: spreads numbers evenly, those that follow each other most of all. Some thirty
     * threads that were made one after the other have places of their own.
     */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final int tickShift;
    private final long lengthMask;
    private final PaddedAtomicLong[] places;
    private final int placeShift;

    /** The latest tick of which any thread has taken something: behind it, the clock has gone back. */
    private final PaddedAtomicLong latestTick = new PaddedAtomicLong(NONE);

    /**
     * @param length how many sequences a run has, as {@link #requireLength} wants it
     * @param tickShift how many bits of a state are below the tick
     */
    public ThreadRuns(int length, int tickShift) {
        this(length, tickShift, PLACES);
    }

    /** @param count how many places, a power of 2 from 2 on */
    ThreadRuns(int length, int tickShift, int count) {
        this.tickShift = tickShift;
        lengthMask = length - 1L;
        places = new PaddedAtomicLong[count];
        Arrays.setAll(places, i -> new PaddedAtomicLong(NONE));
        placeShift = Long.SIZE - Integer.numberOfTrailingZeros(count);
    }

    /**
     * Returns the length, if a tick has enough sequences for runs of it. 1 stands for no runs, for which each has.
     *
     * @param part the sequence's name in the layout
     * @param bits how many bits it has
     * @param layout the layout's widths
     * @throws IllegalArgumentException if it is no power of 2, or runs would be more than a 1024th of a tick
     */
    public static int requireLength(int length, String part, int bits, String layout) {
        if (length < 1 || Integer.bitCount(length) != 1) {
            throw new IllegalArgumentException("must be a power of 2, 1 for no runs: perThreadRuns=" + length);
        }
        int needed = MIN_RUNS_PER_TICK_BITS + Integer.numberOfTrailingZeros(length);
        if (length > 1 && bits < needed) {
            int longest = 1 << Math.max(bits - MIN_RUNS_PER_TICK_BITS, 0);
            throw new IllegalArgumentException(
                    "runs of %s need %s %s bits, for 1024 runs in a tick: layout %s has %s, enough for perThreadRuns=%s"
                            .formatted(length, needed, part, layout, bits, longest));
        }
        return length;
    }

    /**
     * Takes sequences out of the caller's run: all that are wanted or none. The caller has read the clock for them, and
     * seen after that that ids of this tick may be issued.
     *
     * @param tick the tick that the clock reads
     * @param wanted at least 1
     * @return the state of the first one; {@link #NONE} if the run is too short, is of another tick, or the clock went
     *     back
     */
    public long take(long tick, int wanted) {
        PaddedAtomicLong place = place();
        long last = place.get();
        while (last >> tickShift == tick && left(last) >= wanted && latestTick.get() == tick) {
            long witness = place.compareAndExchange(last, last + wanted);
            if (witness == last) {
                return last + 1;
            }
            last = witness;
        }
        return NONE;
    }

    /** Returns the last state of the run that a state belongs to. A caller that takes states takes them up to there. */
    public long endOf(long state) {
        return state | lengthMask;
    }

    /**
     * Records the states that the caller has taken from the generator, up to the given one; the rest of their run is
     * the caller's. Where another thread has put a later run in its place meanwhile, that stays, and the rest is lost.
     */
    public void keep(long last) {
        // Before the caller returns: a later call by any thread must notice a clock that went back.
        latestTick.raiseTo(last >> tickShift);
        place().raiseTo(last);
    }

    /** Ends all runs for good. When this returns, no thread can take anything out of one. */
    public void end() {
        for (PaddedAtomicLong place : places) {
            // All ones: a run that is used up, in a tick that never comes.
            place.raiseTo(Long.MAX_VALUE);
        }
    }

    private long left(long last) {
        return ~last & lengthMask;
    }

    private PaddedAtomicLong place() {
        return places[(int) ((Thread.currentThread().getId() * SPREAD) >>> placeShift)];
    }
}
