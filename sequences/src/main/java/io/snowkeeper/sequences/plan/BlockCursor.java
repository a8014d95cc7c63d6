package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.sequences.Sequences;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The used part of a block. Thread-safe and without a lock: callers by the hundred take from one block. */
final class BlockCursor {

    private final Block block;
    private final long firstPlace;
    private final long firstNumber;
    private final long stepSize;
    private final long size;
    private final AtomicLong used = new AtomicLong();

    /** How much was used at the end, less than 0 before. */
    private long ended = -1;

    BlockCursor(Block block) {
        this.block = block;
        this.firstPlace = block.places().from();
        this.firstNumber = block.step().number(firstPlace);
        this.stepSize = block.step().size();
        this.size = block.size();
    }

    NumberStep step() {
        return block.step();
    }

    /** Takes numbers, and returns their places; null if there are not enough left. */
    @Nullable
    NumberRange take(int count) {
        while (true) {
            long before = used.get();
            if (before > size - count) {
                return null;
            }
            if (used.compareAndSet(before, before + count)) {
                return new NumberRange(firstPlace + before, firstPlace + before + count - 1);
            }
        }
    }

    /** Takes numbers as {@link #take} does, without an object. Returns the last of them, {@link Sequences#NONE} if there are not enough left. */
    long takeRun(int count) {
        while (true) {
            long before = used.get();
            if (before > size - count) {
                return Sequences.NONE;
            }
            if (used.compareAndSet(before, before + count)) {
                return firstNumber + (before + count - 1) * stepSize;
            }
        }
    }

    /** Returns the last number that was taken, {@link Sequences#NONE} if none was. Not to be asked while it ends. */
    long last() {
        long taken = ended < 0 ? used.get() : ended;
        return taken == 0 ? Sequences.NONE : firstNumber + (taken - 1) * stepSize;
    }

    long left() {
        return size - used.get();
    }

    /** Ends the taking, and returns the rest; null if nothing is left. */
    @Nullable
    Block end() {
        long before = used.getAndSet(size);
        ended = before;
        return before == size ? null : block.without(before);
    }
}
