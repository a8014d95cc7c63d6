package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The used part of a block. Thread-safe and without a lock: callers by the hundred take from one block. */
final class BlockCursor {

    private final Block block;
    private final long first;
    private final long size;
    private final AtomicLong used = new AtomicLong();

    BlockCursor(Block block) {
        this.block = block;
        this.first = block.numbers().from();
        this.size = block.numbers().size();
    }

    /** Takes numbers; null if there are not enough left. */
    @Nullable
    NumberRange take(int count) {
        while (true) {
            long before = used.get();
            if (before > size - count) {
                return null;
            }
            if (used.compareAndSet(before, before + count)) {
                return new NumberRange(first + before, first + before + count - 1);
            }
        }
    }

    long left() {
        return size - used.get();
    }

    /** Ends the taking, and returns what is left; null if nothing is. */
    @Nullable
    Block end() {
        long before = used.getAndSet(size);
        return before == size ? null : block.without(before);
    }
}
