package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;

/**
 * Numbers that a node has taken for itself.
 *
 * @param offset how many numbers of the sequence were taken before
 * @param places the places of the numbers, of one range
 * @param step by which the sequence counts
 */
record Block(long offset, NumberRange places, NumberStep step) {

    long size() {
        return places.size();
    }

    long end() {
        return offset + size();
    }

    /** Returns the block without its first numbers; there must be more. */
    Block without(long count) {
        return new Block(offset + count, new NumberRange(places.from() + count, places.to()), step);
    }
}
