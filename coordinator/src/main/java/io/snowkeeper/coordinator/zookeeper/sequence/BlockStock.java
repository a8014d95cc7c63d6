package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.NumberRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a sequence in block mode that this node keeps. Handed out in the order they were taken. Thread-safe.
 */
final class BlockStock {

    private final Deque<Block> blocks = new ArrayDeque<>();
    private final BlockSizing sizing = new BlockSizing();
    private final Runnable halfUsed;

    private long available;
    private long given;
    private long givenUp;
    private long taken;
    private long wanted;
    private boolean topUpAsked;
    private boolean closed;

    /** @param halfUsed called when it is time to fetch more; must not block */
    BlockStock(Runnable halfUsed) {
        this.halfUsed = halfUsed;
    }

    /** Takes numbers, and has more fetched when it is time to; null if there are not enough. */
    @Nullable
    List<NumberRange> takeAhead(int count) {
        List<NumberRange> runs;
        boolean low;
        synchronized (this) {
            runs = take(count);
            low = runs != null && !topUpAsked && isLow();
            topUpAsked |= low;
        }
        if (low) {
            halfUsed.run();
        }
        return runs;
    }

    /** Takes numbers; null if there are not enough. */
    synchronized @Nullable List<NumberRange> take(int count) {
        if (closed || available < count) {
            return null;
        }
        available -= count;
        given += count;
        Block first = blocks.getFirst();
        if (first.numbers().size() > count) {
            long from = first.numbers().from();
            blocks.removeFirst();
            blocks.addFirst(first.without(count));
            return List.of(new NumberRange(from, from + count - 1));
        }
        return takeWholeBlocks(count);
    }

    private List<NumberRange> takeWholeBlocks(int count) {
        List<NumberRange> runs = new ArrayList<>(2);
        long missing = count;
        while (missing > 0) {
            Block block = blocks.removeFirst();
            NumberRange numbers = block.numbers();
            if (numbers.size() > missing) {
                runs.add(new NumberRange(numbers.from(), numbers.from() + missing - 1));
                blocks.addFirst(block.without(missing));
                missing = 0;
            } else {
                runs.add(numbers);
                missing -= numbers.size();
            }
        }
        return runs;
    }

    /** Says that a waiting caller needs so many numbers. */
    synchronized void want(int count) {
        wanted += count;
    }

    /** Returns whether it is time to fetch more. */
    synchronized boolean needsMore() {
        return !closed && (wanted > available || (sizing.size() > 0 && isLow()));
    }

    /**
     * Returns how many numbers to take from the sequence, so that a block's worth is kept: fewer towards the end, lest they
     * are kept by one node while others are asked in vain.
     *
     * @param left how many numbers the sequence has left
     */
    synchronized long topUp(OptionsRecord options, long left, long now) {
        long size = sizing.choose(options, given, now);
        long needed = Math.max(0, wanted - available);
        long usual = Math.min(size - available, Math.max(options.minBlock(), left / 4));
        wanted = 0;
        return Math.min(left, Math.max(needed, usual));
    }

    /** Forgets what waiting callers wanted; they say it again. */
    synchronized void forgetWanted() {
        wanted = 0;
    }

    synchronized void add(List<Block> fetched) {
        for (Block block : fetched) {
            blocks.addLast(block);
            available += block.numbers().size();
            taken++;
        }
        sizing.keep();
        topUpAsked = false;
    }

    /** Says that a fetch came to nothing; it may be asked for again. */
    synchronized void fetchFailed() {
        topUpAsked = false;
    }

    /** Drops all: the sequence is gone. */
    synchronized void clear() {
        blocks.clear();
        available = 0;
        topUpAsked = false;
    }

    /** Hands out nothing any more. */
    synchronized void close() {
        closed = true;
    }

    synchronized boolean isEmpty() {
        return blocks.isEmpty();
    }

    /**
     * Returns how many numbers of the sequence are taken if ours are given back that nobody came after. Ours must not be
     * handed out any more.
     */
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

    synchronized void giveUp(long count) {
        given -= count;
        givenUp += count;
    }

    synchronized long available() {
        return available;
    }

    synchronized long given() {
        return given;
    }

    synchronized long givenUp() {
        return givenUp;
    }

    synchronized long blocksTaken() {
        return taken;
    }

    private boolean isLow() {
        return available * 2 <= sizing.size();
    }
}
