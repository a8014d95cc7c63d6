package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import java.util.Objects;

/**
 * Issues sortable ids of 16 bytes for one node. Ids of one generator strictly increase as unsigned bytes, over all its
 * threads.
 *
 * <p>Thread-safe and lock-free. Nothing is allocated by the methods that write into the caller's array.
 */
public final class SortableGenerator {

    private final SortableLayout layout;
    private final long node;
    private final Sequencer sequencer;

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
        this(node, new Sequencer(layout, clock, reservation));
    }

    /**
     * Makes a generator on a sequencer.
     *
     * @throws IllegalArgumentException if the node does not fit into the sequencer's layout
     */
    SortableGenerator(long node, Sequencer sequencer) {
        this.sequencer = requireNonNull(sequencer, "sequencer");
        this.layout = sequencer.layout();
        if (node < 0 || node > layout.maxNode()) {
            throw new IllegalArgumentException("must be >= 0 && <= %d: node=%d".formatted(layout.maxNode(), node));
        }
        this.node = node;
    }

    /**
     * Issues one id.
     *
     * @throws IdUnavailableException as {@link Sequencer#next} does
     */
    public SortableId next() {
        Span span = sequencer.span();
        long first = sequencer.claim(span, 1);
        while (first == Sequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.claim(span, 1);
        }
        long time = span.tickOf(first);
        long counter = span.counterOf(first);
        return new SortableId(layout.high(time, counter), layout.low(time, counter, node));
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
        Span span = sequencer.span();
        long first = sequencer.claim(span, 1);
        while (first == Sequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.claim(span, 1);
        }
        write(target, offset, span.tickOf(first), span.counterOf(first));
    }

    /**
     * Issues increasing ids into an array, one after another, in one atomic step per tick that is touched. All or
     * nothing: if an exception is thrown, what was written must not be used; what was drawn is never issued again.
     *
     * @param offset the index of the first byte of the first id
     * @param count how many ids, at least 0
     * @throws IndexOutOfBoundsException if there are not 16 bytes for each id from the offset on
     * @throws IdUnavailableException as {@link #next()} does
     */
    public void next(byte[] target, int offset, int count) {
        Objects.checkFromIndexSize(offset, (long) count * SortableLayout.ID_BYTES, target.length);
        int position = offset;
        int left = count;
        while (left > 0) {
            Span span = sequencer.span();
            long first = sequencer.claim(span, left);
            if (first != Sequencer.AGAIN) {
                int length = span.runLength(first, left);
                for (int i = 0; i < length; i++) {
                    write(target, position, span.tickOf(first), span.counterOf(first) + i);
                    position += SortableLayout.ID_BYTES;
                }
                left -= length;
            }
        }
    }

    /**
     * Issues a run of ids of one tick, in one atomic step: as many as are asked for, or what is left of the tick.
     *
     * @param maxCount at least 1
     * @throws IllegalArgumentException if it is less
     * @throws IdUnavailableException as {@link #next()} does
     */
    public SortableIdRun nextRun(int maxCount) {
        if (maxCount < 1) {
            throw new IllegalArgumentException("must be >= 1: maxCount=" + maxCount);
        }
        Span span = sequencer.span();
        long first = sequencer.claim(span, maxCount);
        while (first == Sequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.claim(span, maxCount);
        }
        return new SortableIdRun(
                layout, span.tickOf(first), span.counterOf(first), node, span.runLength(first, maxCount));
    }

    /** Returns the layout of the ids. */
    public SortableLayout layout() {
        return layout;
    }

    /** Returns the node that every id carries. */
    public long node() {
        return node;
    }

    /** Returns the Unix millisecond of the last id; if nothing was issued, one that lies before. */
    public long lastMillis() {
        return sequencer.lastMillis();
    }

    /**
     * Ends the generator for good. When this returns, no thread can take another id from it. Closing again changes
     * nothing.
     *
     * @return the same as {@link #lastMillis}
     */
    public long close() {
        return sequencer.close();
    }

    private void write(byte[] target, int offset, long time, long counter) {
        BigEndian.writeLong(target, offset, layout.high(time, counter));
        BigEndian.writeLong(target, offset + Long.BYTES, layout.low(time, counter, node));
    }
}
