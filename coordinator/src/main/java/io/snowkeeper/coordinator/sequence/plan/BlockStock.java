package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.coordinator.sequence.record.OptionsRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a sequence in block mode that this node keeps. Handed out in the order they were taken. Thread-safe; as long
 * as the first block has enough, callers do not wait for each other.
 */
public final class BlockStock {

    private final Deque<Block> blocks = new ArrayDeque<>();
    private final BlockSizing sizing = new BlockSizing();
    private final Runnable halfUsed;

    /** The first block, null if there is none; the others come after it. */
    private volatile @Nullable BlockCursor first;

    private volatile long behind;
    private volatile long size;
    private volatile boolean refillAsked;
    private volatile boolean lacking;

    /** The last number that was handed out before the first block, {@link Sequences#NONE} if none was. */
    private long lastBefore = Sequences.NONE;

    private long added;
    private long givenUp;
    private long dropped;
    private long taken;
    private long wanted;
    private boolean closed;

    /** @param halfUsed called when it is time to fetch more; must not block */
    public BlockStock(Runnable halfUsed) {
        this.halfUsed = halfUsed;
    }

    /**
     * Takes numbers, and has more fetched when it is time to; null if there are not enough, or others wait for some. Those who
     * wait for the writer alone are not waited for: else one queue of callers would bring about the next.
     */
    @Nullable
    public List<NumberRange> takeAhead(NextRequest request) {
        List<NumberRange> runs = lacking ? null : take(request);
        if (runs != null) {
            refillIfLow();
        }
        return runs;
    }

    /**
     * Takes numbers of the first block as {@link #takeAhead} does, each one more than the one before, without an object.
     *
     * @return the last of them, {@link Sequences#NONE} if there are not enough
     */
    public long takeRunAhead(int count) {
        BlockCursor cursor = lacking ? null : first;
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
    List<NumberRange> take(NextRequest request) {
        List<NumberRange> runs = take(request.count());
        while (runs != null && !request.accepts(runs)) {
            giveUp(request.count());
            runs = take(request.count());
        }
        return runs;
    }

    /** Takes numbers; null if there are not enough. */
    @Nullable
    List<NumberRange> take(int count) {
        BlockCursor cursor = first;
        NumberRange run = cursor == null ? null : cursor.take(count);
        return run == null ? takeOverTheEnd(count) : List.of(run);
    }

    private synchronized @Nullable List<NumberRange> takeOverTheEnd(int count) {
        if (closed) {
            return null;
        }
        endFirst();
        List<NumberRange> runs = behind < count ? null : takeBlocks(count);
        beginFirst();
        return runs;
    }

    private List<NumberRange> takeBlocks(int count) {
        List<NumberRange> runs = new ArrayList<>(2);
        long missing = count;
        while (missing > 0) {
            Block block = blocks.removeFirst();
            NumberRange numbers = block.numbers();
            lastBefore = numbers.from() + Math.min(missing, numbers.size()) - 1;
            if (numbers.size() > missing) {
                runs.add(new NumberRange(numbers.from(), lastBefore));
                blocks.addFirst(block.without(missing));
                missing = 0;
            } else {
                runs.add(numbers);
                missing -= numbers.size();
            }
        }
        return runs;
    }

    /** Puts what is left of the first block before the others, so that nobody takes from it meanwhile. */
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
            count += block.numbers().size();
        }
        behind = count;
    }

    /** Says that a waiting caller needs so many numbers. */
    public synchronized void want(int count) {
        lacking = true;
        wanted += count;
    }

    /** Returns whether it is time to fetch more. */
    public synchronized boolean needsMore() {
        return !closed && (wanted > available() || (size > 0 && isLow()));
    }

    /**
     * Returns how many numbers to take from the sequence, so that a block's worth is kept: fewer towards the end, lest they
     * are kept by one node while others are asked in vain.
     *
     * @param left how many numbers the sequence has left
     */
    synchronized long refillSize(OptionsRecord options, long left, long now) {
        long chosen = sizing.choose(options, given(), now);
        long available = available();
        long needed = Math.max(0, wanted - available);
        long usual = Math.min(chosen - available, Math.max(options.minBlock(), left / 4));
        wanted = 0;
        return Math.min(left, Math.max(needed, usual));
    }

    /** Forgets what waiting callers wanted; they say it again. */
    public synchronized void forgetWanted() {
        lacking = false;
        wanted = 0;
    }

    synchronized void add(List<Block> fetched) {
        endFirst();
        for (Block block : fetched) {
            blocks.addLast(block);
            added += block.numbers().size();
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

    /** Says that a fetch came to nothing; it may be asked for again. */
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
     * Returns how many numbers of the sequence are taken if ours are given back that nobody came after. Ours must not be
     * handed out any more.
     */
    public synchronized long closedTail(long takenOfSequence) {
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
        givenUp += count;
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

    public synchronized long given() {
        return added - available() - dropped - givenUp;
    }

    public synchronized long givenUp() {
        return givenUp;
    }

    public synchronized long blocksTaken() {
        return taken;
    }

    /** As far as can be told without stopping those who take. */
    private boolean isLow() {
        BlockCursor cursor = first;
        return (behind + (cursor == null ? 0 : cursor.left())) * 2 <= size;
    }
}
