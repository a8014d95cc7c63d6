package io.snowkeeper.client;

import io.snowkeeper.core.sequence.SequenceMode;
import java.util.OptionalLong;

/**
 * A sequence as a list tells of it.
 *
 * @param name its name
 * @param mode its mode
 * @param next the lowest number that was never taken; empty if there is none
 * @param remaining how many numbers are left
 * @param pending gapless mode: how many reservations are neither confirmed nor cancelled nor void
 * @param step how far each number of a range is from the one before, from 1
 */
public record SequenceSummary(
        String name, SequenceMode mode, OptionalLong next, long remaining, long pending, long step) {

    /** A sequence that counts by ones. */
    public SequenceSummary(String name, SequenceMode mode, OptionalLong next, long remaining, long pending) {
        this(name, mode, next, remaining, pending, 1);
    }
}
