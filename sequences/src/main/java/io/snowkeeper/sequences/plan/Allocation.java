package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Grant;

/** The way in which numbers of a sequence are allocated: one for each mode. */
public sealed interface Allocation permits BlockAllocation, OrderedAllocation, GaplessAllocation {

    /** Returns the allocation of a mode. */
    static Allocation of(SequenceMode mode) {
        return switch (mode) {
            case BLOCK -> BlockAllocation.INSTANCE;
            case ORDERED -> OrderedAllocation.INSTANCE;
            case GAPLESS -> GaplessAllocation.INSTANCE;
        };
    }

    /** Plans, or answers, a call without a key. */
    void plan(NextCommand call, Draft draft);

    /** Plans a call with a new key, and returns its grant. */
    Grant planKeyed(NextCommand call, Draft draft, String key);

    /** Returns whether calls make records even without a key. */
    default boolean makesRecords() {
        return false;
    }

    /** Returns whether a key must be looked for before numbers are taken for it. */
    default boolean looksForKeys() {
        return false;
    }

    /** Returns whether numbers are confirmed or cancelled. */
    default boolean hasReservations() {
        return false;
    }

    /**
     * Takes blocks in the same draft, where there are any.
     *
     * @param now by the commands' clock
     */
    default void refill(Draft draft, BlockStock stock, long now) {}

    /**
     * Returns how many numbers this node has handed out.
     *
     * @param written how many were by writes
     */
    default long issued(BlockStock stock, long written) {
        return written;
    }
}
