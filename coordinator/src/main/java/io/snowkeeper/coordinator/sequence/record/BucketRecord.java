package io.snowkeeper.coordinator.sequence.record;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowkeeper.coordinator.store.AddedLater;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;

/**
 * Payload of a bucket of reservations: what became of those that are not pending any more.
 *
 * @param term how long its reservations may stay unconfirmed, and what becomes of them then; the same for all of them, for good
 * @param confirmed slots that were confirmed
 * @param cancelled slots whose numbers were put back by their holder
 * @param expired slots whose numbers were put back because their time was up
 * @param voided slots whose numbers were made void
 */
public record BucketRecord(
        @JsonProperty("timeMillis") ReservationTerm term,
        NumberSet confirmed,
        NumberSet cancelled,
        NumberSet expired,
        @AddedLater NumberSet voided) {

    /** The fate of a reservation. */
    public enum Fate {
        PENDING,
        CONFIRMED,
        CANCELLED,
        EXPIRED,
        VOID
    }

    /** How many reservations a bucket has. */
    public static final int SLOTS = 512;

    private static final int FRAME_BYTES = 110;
    private static final int RUN_BYTES = 24;

    public BucketRecord {
        voided = requireNonNullElse(voided, NumberSet.EMPTY);
    }

    public static BucketRecord of(ReservationTerm term) {
        return new BucketRecord(term, NumberSet.EMPTY, NumberSet.EMPTY, NumberSet.EMPTY, NumberSet.EMPTY);
    }

    public Fate fate(int slot) {
        // Slots are written as they were when numbers began at 1.
        int number = slot + 1;
        if (confirmed.contains(number)) {
            return Fate.CONFIRMED;
        }
        if (cancelled.contains(number)) {
            return Fate.CANCELLED;
        }
        if (expired.contains(number)) {
            return Fate.EXPIRED;
        }
        return voided.contains(number) ? Fate.VOID : Fate.PENDING;
    }

    public BucketRecord with(int slot, Fate fate) {
        NumberRange more = new NumberRange(slot + 1, slot + 1);
        return switch (fate) {
            case CONFIRMED -> new BucketRecord(term, confirmed.plus(more), cancelled, expired, voided);
            case CANCELLED -> new BucketRecord(term, confirmed, cancelled.plus(more), expired, voided);
            case EXPIRED -> new BucketRecord(term, confirmed, cancelled, expired.plus(more), voided);
            case VOID -> new BucketRecord(term, confirmed, cancelled, expired, voided.plus(more));
            case PENDING -> throw new IllegalArgumentException("a settled reservation does not become pending again");
        };
    }

    /** Returns how many bytes the payload has at the most. */
    public int maxBytes() {
        return FRAME_BYTES
                + RUN_BYTES * sets().stream().mapToInt(set -> set.runs().size()).sum();
    }

    private List<NumberSet> sets() {
        return List.of(confirmed, cancelled, expired, voided);
    }
}
