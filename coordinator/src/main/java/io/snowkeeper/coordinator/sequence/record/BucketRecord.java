package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.snowkeeper.core.sequence.NumberRange;

/**
 * Payload of a bucket of reservations: what became of those that are not pending any more.
 *
 * @param timeMillis how long its reservations may stay unconfirmed
 * @param confirmed slots that were confirmed
 * @param cancelled slots whose numbers were put back by their holder
 * @param expired slots whose numbers were put back because their time was up
 */
public record BucketRecord(long timeMillis, NumberSet confirmed, NumberSet cancelled, NumberSet expired) {

    /** The fate of a reservation. */
    public enum Fate {
        PENDING,
        CONFIRMED,
        CANCELLED,
        EXPIRED
    }

    /** How many reservations a bucket has. */
    public static final int SLOTS = 512;

    private static final int FRAME_BYTES = 80;
    private static final int RUN_BYTES = 24;

    public static BucketRecord of(long timeMillis) {
        return new BucketRecord(timeMillis, NumberSet.EMPTY, NumberSet.EMPTY, NumberSet.EMPTY);
    }

    public Fate fate(int slot) {
        // A set's numbers begin at 1.
        int number = slot + 1;
        if (confirmed.contains(number)) {
            return Fate.CONFIRMED;
        }
        if (cancelled.contains(number)) {
            return Fate.CANCELLED;
        }
        return expired.contains(number) ? Fate.EXPIRED : Fate.PENDING;
    }

    public BucketRecord with(int slot, Fate fate) {
        return switch (fate) {
            case CONFIRMED -> new BucketRecord(timeMillis, confirmed.plus(slotRun(slot)), cancelled, expired);
            case CANCELLED -> new BucketRecord(timeMillis, confirmed, cancelled.plus(slotRun(slot)), expired);
            case EXPIRED -> new BucketRecord(timeMillis, confirmed, cancelled, expired.plus(slotRun(slot)));
            case PENDING -> throw new IllegalArgumentException("a settled reservation does not become pending again");
        };
    }

    @JsonIgnore
    long settled() {
        return confirmed.size() + cancelled.size() + expired.size();
    }

    /** Returns how many bytes the payload has at the most. */
    public int maxBytes() {
        int runs = confirmed.runs().size()
                + cancelled.runs().size()
                + expired.runs().size();
        return FRAME_BYTES + RUN_BYTES * runs;
    }

    private static NumberRange slotRun(int slot) {
        return new NumberRange(slot + 1, slot + 1);
    }
}
