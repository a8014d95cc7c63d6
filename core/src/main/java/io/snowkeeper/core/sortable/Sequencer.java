package io.snowkeeper.core.sortable;

import java.util.Optional;

/**
 * A sequencer, by which a {@link SortableGenerator} counts: a time, and a counter among the ids that share it.
 * {@link MonotonicSequencer} is the one that comes with this library; write another one for another idea of time, or of
 * counting.
 *
 * <p>A sequencer must return more each time than it did before: a later time, or the same time and a higher counter.
 * After a restart it must return more than it did before that; no generator can know which ids a former process issued.
 *
 * <p>The generator relies on none of it. It calls the sequencer from one thread at a time, so a sequencer of one
 * generator needs no synchronization of its own; it never issues an id that is not above its last one, is outside its
 * {@link io.snowkeeper.core.Reservation}, or is too large for the layout, but throws an exception. A refused value is
 * lost, and nothing else: the next one is checked anew.
 *
 * <p>All values are unsigned.
 */
public interface Sequencer {

    /** Returns the highest counter of a time, unsigned; always the same. The lowest is 0. */
    long max();

    /** Returns the highest time, unsigned, in the layout's ticks since 1970; always the same. */
    long maxTime();

    /**
     * Returns the next time and counter. May wait for a time to come; other callers of the generator wait as well. If
     * it throws, the generator throws the same, having issued nothing.
     */
    TimedCount next();

    /**
     * As {@link #next}, but never waits, for callers that have something else to do meanwhile. By default the same, for
     * sequencers that never wait.
     *
     * @return empty if a time has to come first
     */
    default Optional<TimedCount> tryNext() {
        return Optional.of(next());
    }
}
