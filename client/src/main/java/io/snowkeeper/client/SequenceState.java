package io.snowkeeper.client;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * The state of a sequence.
 *
 * @param name its name
 * @param mode its mode
 * @param ranges its ranges, in the order in which they are used
 * @param next the lowest number that was never taken; empty if there is none
 * @param taken how many numbers were taken, by blocks too
 * @param remaining how many numbers are left
 * @param returned gapless mode: how many numbers came back and wait to be handed out again
 * @param pending gapless mode: how many reservations are neither confirmed nor cancelled
 * @param keys how many keys are known
 * @param reservationTime gapless mode: how long a reservation may stay unconfirmed
 * @param keyRetention how long a key is known at the least
 * @param minBlock block mode: the fewest numbers that a node keeps
 * @param maxBlock block mode: the most numbers that a node keeps
 * @param maxKeys how many keys may be known at once
 * @param maxPending gapless mode: how many reservations may be unconfirmed at once
 */
public record SequenceState(
        String name,
        SequenceMode mode,
        List<NumberRange> ranges,
        OptionalLong next,
        long taken,
        long remaining,
        long returned,
        long pending,
        long keys,
        Duration reservationTime,
        Duration keyRetention,
        long minBlock,
        long maxBlock,
        long maxKeys,
        long maxPending) {

    public SequenceState {
        ranges = List.copyOf(ranges);
    }
}
