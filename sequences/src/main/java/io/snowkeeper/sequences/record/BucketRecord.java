package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.payload.UnknownFields;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a bucket of reservations: the fates of those that are not pending any more.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/pending/0
 * {"term":{"millis":60000,"atExpiry":"HOLD"},"confirmed":[0,41],"cancelled":[42,1],"expired":[],"voided":[41,1],"period":"2026-11",
 * "writers":{"2j4x0":[0,43]}}
 * }</pre>
 *
 * @param term how long its reservations may stay unconfirmed, and their fate then; the same for all of them, for good
 * @param confirmed slots that were confirmed
 * @param cancelled slots whose numbers were put back by their holder
 * @param expired slots whose numbers were put back because their time was up
 * @param voided slots whose numbers were made void
 * @param period the period that the numbers are of, the same for all of them; null if the sequence has none
 * @param writers slots that are not pending any more, by the writer that has made the reservation
 * @param unknown the fields of later versions, which stay when the bucket is written
 */
public record BucketRecord(
        ReservationTerm term,
        NumberSet confirmed,
        NumberSet cancelled,
        NumberSet expired,
        NumberSet voided,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String period,

        Map<String, NumberSet> writers,

        @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

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

    private static final int FRAME_BYTES = 180;
    private static final int RUN_BYTES = 8;
    private static final int WRITER_BYTES = 32;

    public BucketRecord {
        writers = Collections.unmodifiableSortedMap(new TreeMap<>(writers));
        unknown = UnknownFields.of(unknown);
    }

    /** Returns a bucket of a sequence without periods in which all is pending. */
    public static BucketRecord of(ReservationTerm term) {
        return of(term, null);
    }

    /** Returns a bucket in which all is pending. */
    public static BucketRecord of(ReservationTerm term, @Nullable String period) {
        return new BucketRecord(
                term,
                NumberSet.EMPTY,
                NumberSet.EMPTY,
                NumberSet.EMPTY,
                NumberSet.EMPTY,
                period,
                Map.of(),
                UnknownFields.NONE);
    }

    public Fate fate(int slot) {
        if (confirmed.contains(slot)) {
            return Fate.CONFIRMED;
        }
        if (cancelled.contains(slot)) {
            return Fate.CANCELLED;
        }
        if (expired.contains(slot)) {
            return Fate.EXPIRED;
        }
        return voided.contains(slot) ? Fate.VOID : Fate.PENDING;
    }

    /** Returns whether a reservation that is not pending any more is the one of this name. */
    public boolean knows(ReservationToken token) {
        return writers.getOrDefault(token.writer(), NumberSet.EMPTY).contains(token.slot());
    }

    public BucketRecord with(ReservationToken token, Fate fate) {
        BucketRecord settled = with(token.slot(), fate);
        NumberRange more = new NumberRange(token.slot(), token.slot());
        Map<String, NumberSet> all = new TreeMap<>(writers);
        all.merge(token.writer(), NumberSet.EMPTY.plus(more), (before, one) -> before.plus(more));
        return new BucketRecord(
                settled.term,
                settled.confirmed,
                settled.cancelled,
                settled.expired,
                settled.voided,
                period,
                all,
                unknown);
    }

    public BucketRecord with(int slot, Fate fate) {
        NumberRange more = new NumberRange(slot, slot);
        return switch (fate) {
            case CONFIRMED ->
                new BucketRecord(term, confirmed.plus(more), cancelled, expired, voided, period, writers, unknown);
            case CANCELLED ->
                new BucketRecord(term, confirmed, cancelled.plus(more), expired, voided, period, writers, unknown);
            case EXPIRED ->
                new BucketRecord(term, confirmed, cancelled, expired.plus(more), voided, period, writers, unknown);
            case VOID ->
                new BucketRecord(term, confirmed, cancelled, expired, voided.plus(more), period, writers, unknown);
            case PENDING -> throw new IllegalArgumentException("a settled reservation does not become pending again");
        };
    }

    /** Returns how many bytes the payload has at the most. */
    public int maxBytes() {
        int others = unknown.isEmpty() ? 0 : PayloadCodec.encode(unknown).length;
        return FRAME_BYTES
                + others
                + WRITER_BYTES * writers.size()
                + RUN_BYTES
                        * Stream.concat(sets().stream(), writers.values().stream())
                                .mapToInt(set -> set.runs().size())
                                .sum();
    }

    private List<NumberSet> sets() {
        return List.of(confirmed, cancelled, expired, voided);
    }
}
