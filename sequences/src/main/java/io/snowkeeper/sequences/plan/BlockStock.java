package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.record.OptionsRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a sequence in block mode that this node keeps. Handed out in the order they were taken. Thread-safe; as long
 * as the first block has enough, callers do not wait for each other.
 */
public final class BlockStock {

    private final Deque<Block> blocks = new ArrayDeque<>();
    private final BlockSizing sizing = new BlockSizing();
    private final Runnable halfUsed;
    private final LongSupplier nanoTime;

    /** The first block, null if there is none; the others come after it. */
    private volatile @Nullable BlockCursor first;

    private volatile long behind;
    private volatile long size;
    private volatile boolean refillAsked;
    private volatile boolean lacking;

    /** The numbers' period, and until when they may be handed out; null if the sequence has no periods. */
    private volatile @Nullable PeriodGate gate;

    /** The last number that was handed out before the first block, {@link Sequences#NONE} if none was. */
    private long lastBefore = Sequences.NONE;

    private long added;
    private long lost;
    private long dropped;
    private long past;
    private long taken;
    private long wanted;
    private boolean closed;

    /**
     * @param halfUsed called when it is time to fetch more; must not block
     * @param nanoTime the stopwatch that gates are of
     */
    public BlockStock(Runnable halfUsed, LongSupplier nanoTime) {
        this.halfUsed = halfUsed;
        this.nanoTime = nanoTime;
    }

    /**
     * Continues with numbers of a period, if the sequence has periods. Numbers of another one are given up: they may
     * not be handed out any more.
     */
    public void begin(@Nullable PeriodGate present) {
        if (present == null && gate == null) {
            return;
        }
        synchronized (this) {
            Period before = period();
            gate = present;
            if (!Objects.equals(before, period())) {
                giveUpAll();
            }
        }
    }

    private @Nullable Period period() {
        PeriodGate present = gate;
        return present == null ? null : present.period();
    }

    private void giveUpAll() {
        endFirst();
        lost += behind;
        lastBefore = Sequences.NONE;
        blocks.clear();
        countBehind();
        refillAsked = false;
    }

    /** Returns whether nothing is handed out from here, as the next period may have begun elsewhere. */
    boolean isShut() {
        PeriodGate present = gate;
        return present != null && present.isShut(nanoTime.getAsLong());
    }

    /** Notes that numbers were handed out past this, by a write. */
    synchronized void gavePast(long count) {
        past += count;
    }

    /**
     * Takes numbers, and fetches more when it is time to; null if there are not enough, or others wait for some.
     * Callers that wait only for the writer are not waited for: otherwise one queue of callers would bring about the
     * next.
     */
    @Nullable
    public Grant serve(NextRequest request) {
        Grant grant = lacking ? null : grant(request);
        if (grant != null) {
            refillIfLow();
        }
        return grant;
    }

    /** Grants numbers; null if there are not enough, or they may not be handed out any more. */
    @Nullable
    Grant grant(NextRequest request) {
        if (gate == null) {
            Grant grant = take(request, Optional.empty());
            if (gate == null) {
                return grant;
            }
            // Another sequence has the name since, and they may be of its periods.
            giveUp(grant == null ? 0 : request.count());
        }
        return grantOfPeriod(request);
    }

    /** Numbers and period must belong together, so no other thread may begin another one meanwhile. */
    private synchronized @Nullable Grant grantOfPeriod(NextRequest request) {
        return isShut() ? null : take(request, Optional.ofNullable(period()));
    }

    /**
     * Takes numbers of the first block as {@link #serve} does, each one step more than the one before, without an object; none that
     * have a period.
     *
     * @return the last of them, {@link Sequences#NONE} if there are not enough
     */
    public long takeRunAhead(int count) {
        BlockCursor cursor = lacking || gate != null ? null : first;
        long last = cursor == null ? Sequences.NONE : cursor.takeRun(count);
        if (last != Sequences.NONE) {
            refillIfLow();
        }
        return last;
    }

    private void refillIfLow() {
        if (!refillAsked && isLow()) {
            refillAsked = true;
            halfUsed.run();
        }
    }

    /** Takes numbers; null if there are not enough. Where a run is wanted and they are none, they are given up for the next ones. */
    @Nullable
    private Grant take(NextRequest request, Optional<Period> period) {
        Grant grant = take(request.count(), period);
        while (grant != null && !request.accepts(grant.places())) {
            giveUp(request.count());
            grant = take(request.count(), period);
        }
        return grant;
    }

    /** Takes numbers; null if there are not enough. The step is that of their own block, which another sequence's may follow. */
    @Nullable
    Grant take(int count, Optional<Period> period) {
        BlockCursor cursor = first;
        NumberRange run = cursor == null ? null : cursor.take(count);
        return cursor == null || run == null
                ? takeOverTheEnd(count, period)
                : new Grant(List.of(run), Optional.empty(), period, cursor.step());
    }

    private synchronized @Nullable Grant takeOverTheEnd(int count, Optional<Period> period) {
        if (closed) {
            return null;
        }
        endFirst();
        Grant grant = behind < count ? null : takeBlocks(count, period);
        beginFirst();
        return grant;
    }

    /** All blocks are of one sequence, as blocks of another one are dropped before they come. */
    private Grant takeBlocks(int count, Optional<Period> period) {
        NumberStep step = blocks.getFirst().step();
        List<NumberRange> runs = new ArrayList<>(2);
        long missing = count;
        while (missing > 0) {
            Block block = blocks.removeFirst();
            NumberRange places = block.places();
            long last = places.from() + Math.min(missing, places.size()) - 1;
            lastBefore = step.number(last);
            if (places.size() > missing) {
                runs.add(new NumberRange(places.from(), last));
                blocks.addFirst(block.without(missing));
                missing = 0;
            } else {
                runs.add(places);
                missing -= places.size();
            }
        }
        return new Grant(runs, Optional.empty(), period, step);
    }

    /** Puts the rest of the first block before the others, so that no thread takes from it meanwhile. */
    private void endFirst() {
        BlockCursor cursor = first;
        Block left = cursor == null ? null : cursor.end();
        if (left != null) {
            blocks.addFirst(left);
        }
        lastBefore = last();
        first = null;
        countBehind();
    }

    private void beginFirst() {
        Block block = blocks.pollFirst();
        first = block == null ? null : new BlockCursor(block);
        countBehind();
    }

    private void countBehind() {
        long count = 0;
        for (Block block : blocks) {
            count += block.size();
        }
        behind = count;
    }

    /** Records that a waiting caller needs {@code count} numbers. */
    public synchronized void want(int count) {
        lacking = true;
        wanted += count;
    }

    /** Returns whether it is time to fetch more. */
    public synchronized boolean needsMore() {
        return !closed && !isShut() && (wanted > available() || (size > 0 && isLow()));
    }

    /**
     * Returns how many numbers to take from the sequence, so that a block's worth is kept: fewer towards the end, lest they
     * are kept by one node while others are asked in vain.
     *
     * @param left how many numbers the sequence has left
     */
    synchronized long refillSize(OptionsRecord options, long left, long now) {
        long chosen = sizing.choose(options, issued(), now);
        long available = available();
        long needed = Math.max(0, wanted - available);
        long usual = Math.min(chosen - available, Math.max(options.minBlock(), left / 4));
        wanted = 0;
        return Math.min(left, Math.max(needed, usual));
    }

    /** Forgets the needs of waiting callers, which state them again. */
    public synchronized void forgetWanted() {
        lacking = false;
        wanted = 0;
    }

    /** @param period the period that they were taken in, null if the sequence has none; if it is past by now, they are given up */
    synchronized void add(List<Block> fetched, @Nullable Period period) {
        if (Objects.equals(period, period())) {
            add(fetched);
            return;
        }
        for (Block block : fetched) {
            added += block.size();
            lost += block.size();
            taken++;
        }
        refillAsked = false;
    }

    synchronized void add(List<Block> fetched) {
        endFirst();
        for (Block block : fetched) {
            blocks.addLast(block);
            added += block.size();
            taken++;
        }
        if (closed) {
            // They are only to be given back.
            countBehind();
        } else {
            beginFirst();
        }
        sizing.keep();
        size = sizing.size();
        refillAsked = false;
    }

    /** Notes that a fetch failed, so that another one may begin. */
    public synchronized void fetchFailed() {
        refillAsked = false;
    }

    /** Drops all: the sequence is gone. */
    public synchronized void clear() {
        endFirst();
        dropped += behind;
        lastBefore = Sequences.NONE;
        blocks.clear();
        countBehind();
        refillAsked = false;
        // Else a block would be looked for, again and again, in a sequence that is gone.
        size = 0;
    }

    /** Drops all if nothing is handed out any more: it is not known whether it was given back already. */
    public synchronized void dropIfClosed() {
        if (closed) {
            clear();
        }
    }

    /** Hands out nothing any more. */
    public synchronized void close() {
        closed = true;
        endFirst();
    }

    public synchronized boolean isEmpty() {
        return available() == 0;
    }

    /**
     * Returns how many numbers of the sequence are taken if those of ours are given back that no later block follows.
     * Ours must not be handed out any more.
     *
     * @param period the period that the sequence is in, null if it has none; nothing of another one is given back
     */
    public synchronized long closedTail(long takenOfSequence, @Nullable Period period) {
        return Objects.equals(period, period()) ? closedTail(takenOfSequence) : takenOfSequence;
    }

    synchronized long closedTail(long takenOfSequence) {
        if (!closed) {
            throw new IllegalStateException("numbers are still handed out");
        }
        long tail = takenOfSequence;
        for (Iterator<Block> last = blocks.descendingIterator(); last.hasNext(); ) {
            Block block = last.next();
            if (block.end() != tail) {
                break;
            }
            tail = block.offset();
        }
        return tail;
    }

    public synchronized void giveUp(long count) {
        lost += count;
    }

    /** Returns the last number that was handed out, as far as it is of a block that is known; {@link Sequences#NONE} if it is not. */
    public synchronized long last() {
        BlockCursor cursor = first;
        long last = cursor == null ? Sequences.NONE : cursor.last();
        return last == Sequences.NONE ? lastBefore : last;
    }

    public synchronized long available() {
        BlockCursor cursor = first;
        return behind + (cursor == null ? 0 : cursor.left());
    }

    public synchronized long issued() {
        return added - available() - dropped - lost + past;
    }

    public synchronized long lost() {
        return lost;
    }

    public synchronized long blocksTaken() {
        return taken;
    }

    /** An estimate that does not stop threads that take numbers. */
    private boolean isLow() {
        BlockCursor cursor = first;
        return (behind + (cursor == null ? 0 : cursor.left())) * 2 <= size;
    }
}
