package io.snowkeeper.coordinator.sequence.record;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.payload.UnknownFields;
import io.snowkeeper.coordinator.store.AddedLater;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a bucket of reservations: what became of those that are not pending any more.
 *
 * @param term how long its reservations may stay unconfirmed, and what becomes of them then; the same for all of them, for good
 * @param confirmed slots that were confirmed
 * @param cancelled slots whose numbers were put back by their holder
 * @param expired slots whose numbers were put back because their time was up
 * @param voided slots whose numbers were made void
 * @param period the period that the numbers are of, the same for all of them; null if the sequence has none
 * @param writers slots that are not pending any more, by the writer that has made the reservation; those of which no name tells it in none
 * @param unknown the fields of later versions, which stay when the bucket is written
 */
public record BucketRecord(
        @JsonProperty("timeMillis") ReservationTerm term,
        NumberSet confirmed,
        NumberSet cancelled,
        NumberSet expired,
        @AddedLater NumberSet voided,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String period,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_EMPTY)
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

    private static final int FRAME_BYTES = 140;
    private static final int RUN_BYTES = 24;
    private static final int WRITER_BYTES = 32;

    public BucketRecord {
        voided = requireNonNullElse(voided, NumberSet.EMPTY);
        writers = Collections.unmodifiableSortedMap(new TreeMap<>(requireNonNullElse(writers, Map.of())));
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

    /** Returns whether a reservation that is not pending any more is the one of this name. */
    public boolean knows(ReservationToken token) {
        NumberSet ofWriter = writers.getOrDefault(token.writer(), NumberSet.EMPTY);
        return token.writer().isEmpty()
                ? writers.values().stream().noneMatch(slots -> slots.contains(token.slot() + 1))
                : ofWriter.contains(token.slot() + 1);
    }

    public BucketRecord with(ReservationToken token, Fate fate) {
        BucketRecord settled = with(token.slot(), fate);
        if (token.writer().isEmpty()) {
            return settled;
        }
        NumberRange more = new NumberRange(token.slot() + 1, token.slot() + 1);
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
        NumberRange more = new NumberRange(slot + 1, slot + 1);
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
