package io.snowkeeper.core.sortable;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import java.util.Objects;
import java.util.Optional;

/**
 * A generator of sortable ids of 16 bytes for one node. Ids of one generator strictly increase as unsigned bytes, over
 * all its threads; with runs per thread, those of each thread do.
 *
 * <p>Thread-safe. On monotonic time, which a generator counts on unless it is given a {@link Sequencer}, it is lock-free, and
 * nothing is allocated by the methods that write into the caller's array. A sequencer of the caller's own is asked by one
 * thread at a time.
 */
public final class SortableGenerator {

    private final NodeIds ids;
    private final IdSource source;

    /**
     * Makes a generator for a node that is fixed by configuration. The caller sees to it that no other generator has the
     * same node, and that after a restart the clock reads more than before it.
     *
     * @throws IllegalArgumentException if the node does not fit into the layout
     */
    public SortableGenerator(SortableLayout layout, long node) {
        this(layout, node, new MonotonicClock(), Reservation.unlimited());
    }

    /**
     * Makes a generator for a node that is leased.
     *
     * @param clock where the time is read
     * @param reservation the milliseconds that may be used: those above its floor, up to its limit
     * @throws IllegalArgumentException if the node does not fit into the layout
     */
    public SortableGenerator(SortableLayout layout, long node, MonotonicClock clock, Reservation reservation) {
        ids = new NodeIds(layout, node);
        source = new MonotonicIds(ids, new MonotonicSequencer(layout, clock, reservation));
    }

    /**
     * Makes a generator for a node that is leased, whose threads take counters of a tick in runs ahead of use, so that several
     * threads do not slow each other down. As in {@link io.snowkeeper.core.SnowflakeGenerator.Builder#perThreadRuns}, the
     * clock is read, and the reservation and {@link #close} hold, for each id; ids of a thread increase, those of different
     * threads do so by tick only.
     *
     * @param clock where the time is read
     * @param reservation the milliseconds that may be used: those above its floor, up to its limit
     * @param perThreadRuns how many counters a run has, a power of 2; 1 for no runs. 64 is enough for any machine
     * @throws IllegalArgumentException if the node does not fit into the layout; if the length is no power of 2, or runs would
     *     be more than a 1024th of a tick: 64 needs 2 bytes of counter; or if a tick is shorter than a microsecond, for runs
     *     that would be over at once
     */
    public SortableGenerator(
            SortableLayout layout, long node, MonotonicClock clock, Reservation reservation, int perThreadRuns) {
        ids = new NodeIds(layout, node);
        source = new MonotonicIds(ids, new MonotonicSequencer(layout, clock, reservation, perThreadRuns));
    }

    /**
     * Makes a generator on a sequencer of the caller's own. The caller sees to it that no other generator has the same node,
     * and that after a restart the sequencer returns more than before it.
     *
     * @throws IllegalArgumentException if the node, or the sequencer's highest time or counter, does not fit into the layout
     */
    public SortableGenerator(SortableLayout layout, long node, Sequencer sequencer) {
        this(layout, node, sequencer, Reservation.unlimited());
    }

    /**
     * Makes a generator on a sequencer of the caller's own, for a node that is leased.
     *
     * @param reservation the milliseconds that may be used: those above its floor, up to its limit
     * @throws IllegalArgumentException if the node, or the sequencer's highest time or counter, does not fit into the layout
     */
    public SortableGenerator(SortableLayout layout, long node, Sequencer sequencer, Reservation reservation) {
        ids = new NodeIds(layout, node);
        source = new SequencedIds(ids, new CheckedSequencer(layout, sequencer, reservation));
    }

    /**
     * Issues one id.
     *
     * @throws IdUnavailableException as {@link MonotonicSequencer#next} does
     * @throws SequencerRefusedException if the caller's own sequencer returned a value that cannot be issued
     */
    public SortableId next() {
        return source.next();
    }

    /**
     * Issues one id into an array.
     *
     * @param offset the index of its first byte
     * @throws IndexOutOfBoundsException if there are not 16 bytes from the offset on
     * @throws IdUnavailableException as {@link #next()} does
     */
    public void next(byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, SortableLayout.ID_BYTES, target.length);
        source.next(target, offset);
    }

    /**
     * Issues increasing ids into an array, one after another, on monotonic time in one atomic step per tick that is
     * touched. All or nothing: if an exception is thrown, the written bytes must not be used; drawn ids are never
     * issued again.
     *
     * @param offset the index of the first byte of the first id
     * @param count how many ids, at least 0
     * @throws IndexOutOfBoundsException if there are not 16 bytes for each id from the offset on
     * @throws IdUnavailableException as {@link #next()} does
     */
    public void next(byte[] target, int offset, int count) {
        Objects.checkFromIndexSize(offset, (long) count * SortableLayout.ID_BYTES, target.length);
        source.next(target, offset, count);
    }

    /**
     * Issues a run of ids of one tick: on monotonic time, in one atomic step, as many as requested or the rest of the
     * tick; on a sequencer of the caller's own, one.
     *
     * @param maxCount at least 1
     * @throws IllegalArgumentException if it is less
     * @throws IdUnavailableException as {@link #next()} does
     */
    public SortableIdRun nextRun(int maxCount) {
        return source.nextRun(requireSome(maxCount));
    }

    /**
     * As {@link #nextRun}, but never waits, for event loops: they ask again when the next tick may have come, and are the
     * ones to notice that it does not. A sequencer of the caller's own is asked by {@link Sequencer#tryNext}, and not while
     * another thread asks it.
     *
     * @param maxCount at least 1
     * @return empty if none can be had before the next tick
     * @throws IllegalArgumentException if it is less
     * @throws IdUnavailableException as {@link #next()} does, but for a clock that stands still
     */
    public Optional<SortableIdRun> tryNextRun(int maxCount) {
        return source.tryNextRun(requireSome(maxCount));
    }

    private static int requireSome(int maxCount) {
        Checks.requireAtLeast("maxCount", maxCount, 1);
        return maxCount;
    }

    /**
     * Returns why {@link #next()} would throw now; empty if it would issue an id, or wait for the next tick, or if that cannot be
     * known without asking a sequencer of the caller's own. Issues nothing.
     */
    public Optional<IdUnavailableException> refusal() {
        return source.refusal();
    }

    /** Returns the layout of the ids. */
    public SortableLayout layout() {
        return ids.layout();
    }

    /** Returns the node that every id carries, unsigned. */
    public long node() {
        return ids.node();
    }

    /** Returns the Unix millisecond of the last id; if nothing was issued, one that lies before. */
    public long lastMillis() {
        return source.lastMillis();
    }

    /**
     * Ends the generator for good. When this returns, no thread can take another id from it. Closing again changes
     * nothing.
     *
     * @return the same as {@link #lastMillis}
     */
    public long close() {
        return source.close();
    }
}
