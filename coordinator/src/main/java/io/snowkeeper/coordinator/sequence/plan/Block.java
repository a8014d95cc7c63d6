package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.core.sequence.NumberRange;

/**
 * Numbers that a node has taken for itself.
 *
 * @param offset how many numbers of the sequence were taken before
 * @param numbers the numbers, of one range
 */
record Block(long offset, NumberRange numbers) {

    long end() {
        return offset + numbers.size();
    }

    /** Returns the block without its first numbers; there must be more. */
    Block without(long count) {
        return new Block(offset + count, new NumberRange(numbers.from() + count, numbers.to()));
    }
}
