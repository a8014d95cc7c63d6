package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.KeyRetention;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Duration;

/**
 * A sequence's options as they are stored.
 *
 * @param term that of the next reservations
 */
public record OptionsRecord(
        long minBlock,
        long maxBlock,
        @JsonProperty("reservationMillis") ReservationTerm term,
        long keyRetentionMillis,
        int maxKeys,
        int maxPending) {

    /**
     * Returns options as they are stored.
     *
     * @param mode the sequence's: where there are no reservations, what becomes of them is written as it always was
     */
    public static OptionsRecord of(SequenceMode mode, SequenceOptions options) {
        return new OptionsRecord(
                options.minBlock(),
                options.maxBlock(),
                new ReservationTerm(
                        options.reservationTime().toMillis(),
                        mode == SequenceMode.GAPLESS ? options.atExpiry() : AtExpiry.RETURN),
                options.keyRetention().toMillis(),
                options.maxKeys(),
                options.maxPending());
    }

    /** Returns whether keys are never forgotten. */
    public boolean keepsKeysForever() {
        return KeyRetention.isForever(keyRetentionMillis);
    }

    /** Returns these options as versions wrote them whose numbers all were returned. */
    OptionsRecord returning() {
        return new OptionsRecord(
                minBlock,
                maxBlock,
                new ReservationTerm(term.millis(), AtExpiry.RETURN),
                keyRetentionMillis,
                maxKeys,
                maxPending);
    }

    /** Returns the options of a gapless sequence as its ledger tells them. */
    public static String text(SequenceOptions options) {
        return "reservation_ms=%d at_expiry=%s key_retention_ms=%s max_keys=%d max_pending=%d"
                .formatted(
                        options.reservationTime().toMillis(),
                        options.atExpiry().text(),
                        KeyRetention.isForever(options.keyRetention().toMillis())
                                ? KeyRetention.format(options.keyRetention())
                                : options.keyRetention().toMillis(),
                        options.maxKeys(),
                        options.maxPending());
    }

    public SequenceOptions toOptions() {
        return new SequenceOptions(
                minBlock,
                maxBlock,
                Duration.ofMillis(term.millis()),
                Duration.ofMillis(keyRetentionMillis),
                maxKeys,
                maxPending,
                term.atExpiry());
    }
}
