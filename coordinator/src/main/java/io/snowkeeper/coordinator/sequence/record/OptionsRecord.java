package io.snowkeeper.coordinator.sequence.record;

import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Duration;

/** A sequence's options as they are stored. */
public record OptionsRecord(
        long minBlock, long maxBlock, long reservationMillis, long keyRetentionMillis, int maxKeys, int maxPending) {

    public static OptionsRecord of(SequenceOptions options) {
        return new OptionsRecord(
                options.minBlock(),
                options.maxBlock(),
                options.reservationTime().toMillis(),
                options.keyRetention().toMillis(),
                options.maxKeys(),
                options.maxPending());
    }

    SequenceOptions toOptions() {
        return new SequenceOptions(
                minBlock,
                maxBlock,
                Duration.ofMillis(reservationMillis),
                Duration.ofMillis(keyRetentionMillis),
                maxKeys,
                maxPending);
    }
}
