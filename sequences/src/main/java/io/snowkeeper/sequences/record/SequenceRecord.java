package io.snowkeeper.sequences.record;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.payload.UnknownFields;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.ledger.LedgerHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a sequence's state. It stores numbers as places, by the sequence's step; see {@link NumberStep}.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/state
 * {"numbering":{"mode":"GAPLESS","step":{"size":1,"offset":0},"periods":{"length":"month","zone":"Europe/Berlin","current":"2026-11",
 * "until":1796079600000,"left":{"2026-10":312}}},"ranges":{"all":[{"from":1,"to":9999}]},"options":{"minBlock":100,
 * "maxBlock":100000,"term":{"millis":60000,"atExpiry":"HOLD"},"keyRetentionMillis":604800000,"maxKeys":1000000,
 * "maxPending":100000,"format":"RE-{yyyy}{MM}-{n:0000}","formerFormats":["{yyyy}{MM}-{n:0000}"],"ledgerRetentionMillis":315360000000},
 * "taken":41,"returned":{"lowest":[7,1,3,2],"parts":[[0,900,512,512]]},"keys":3,"pending":1,"reservations":44,
 * "ledger":{"entries":86,"hash":"9d5c","millis":null,"segment":2,"open":4,"kept":1,"keptSegment":0,"keptAfter":"51ab","released":0},
 * "grants":[{"token":"q3v0-57","first":41,"count":1}]}
 * }</pre>
 *
 * @param numbering its mode, periods and step
 * @param ranges the ranges in the order they are used
 * @param taken how many numbers were taken from the ranges, counted over all of them; of the present period, if there
 *     are periods
 * @param returned numbers that were taken and have come back; of the present period, if there are periods
 * @param keys how many keys there are
 * @param pending how many reservations are neither confirmed nor put back
 * @param reservations how many reservations there ever were, rounded up where a new bucket was begun
 * @param ledger the head of the ledger, null if there is none
 * @param grants the last write of each process that has written lately, the latest last
 * @param unknown the fields of later versions, which stay when the state is written
 */
public record SequenceRecord(
        Numbering numbering,
        RangeList ranges,
        OptionsRecord options,
        long taken,
        ReturnedNumbers returned,
        int keys,
        int pending,
        long reservations,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LedgerHead ledger,

        List<LastGrant> grants,

        @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    /** As many processes as are likely to serve one sequence at a time. One that is dropped may lose a grant, and never doubles one. */
    public static final int MAX_GRANTS = 32;

    public SequenceRecord {
        requireNonNull(numbering, "numbering is null");
        requireNonNull(ranges, "ranges is null");
        requireNonNull(options, "options is null");
        requireNonNull(returned, "returned is null");
        grants = List.copyOf(requireNonNull(grants, "grants is null"));
        // Keys and pending ones are fewer than none for a moment in a draft on an old state.
        if (taken < 0 || reservations < 0) {
            throw new IllegalArgumentException(
                    "must be >= 0: taken=%s, reservations=%s".formatted(taken, reservations));
        }
        unknown = UnknownFields.of(unknown);
    }

    /** Returns the state of a new sequence. */
    public static SequenceRecord of(SequenceDefinition definition, StateLimits limits) {
        return new SequenceRecord(
                Numbering.of(definition),
                RangeList.of(definition.places(), limits),
                OptionsRecord.of(definition.options()),
                0,
                ReturnedNumbers.NONE,
                0,
                0,
                0,
                null,
                List.of(),
                UnknownFields.NONE);
    }

    public SequenceMode mode() {
        return numbering.mode();
    }

    /** Returns the step by which it counts. */
    public NumberStep step() {
        return numbering.step();
    }

    /** Returns the periods in each of which numbers are counted anew, null if there are none. */
    public @Nullable PeriodRecord periods() {
        return numbering.periods();
    }

    /** Returns the period that the numbers are of; empty if there is none, or none has begun. */
    public Optional<Period> period() {
        PeriodRecord periods = periods();
        return periods == null ? Optional.empty() : Optional.ofNullable(periods.current());
    }

    /** Returns how far the sequence is, whose name and incarnation these are. */
    public SequenceProgress progress(String sequence, String incarnation) {
        return new SequenceProgress(sequence, incarnation, periodText(), taken);
    }

    /** Returns the text of {@link #period}, null if there is none. */
    public @Nullable String periodText() {
        return period().map(Period::text).orElse(null);
    }

    /** Returns its ranges by their numbers. */
    public List<NumberRange> numberRanges() {
        return step().numbers(ranges.all());
    }

    /** Returns how many numbers were never taken. */
    public long untaken() {
        return ranges.total() - taken;
    }

    /** Returns how many numbers can be handed out. */
    public long remaining() {
        return untaken() + returned.size();
    }

    /** Returns the share of the ranges' numbers that is used, 0 to 1. */
    public double shareUsed() {
        return (double) (ranges.total() - remaining()) / ranges.total();
    }

    /** Returns the places of the next numbers that were never taken, as runs. There must be as many. */
    public List<NumberRange> untaken(long count) {
        if (count > untaken()) {
            throw new IllegalArgumentException("only %s numbers are left: count=%s".formatted(untaken(), count));
        }
        return ranges.runs(taken, count);
    }

    /** Returns the next number that was never taken, empty if there is none. */
    public OptionalLong next() {
        return untaken() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(step().number(untaken(1).get(0).from()));
    }

    public SequenceRecord withPeriods(PeriodRecord periods) {
        return new SequenceRecord(
                numbering.with(periods),
                ranges,
                options,
                taken,
                returned,
                keys,
                pending,
                reservations,
                ledger,
                grants,
                unknown);
    }

    /**
     * Returns the state in another period, in which nothing was taken unless it was left before.
     *
     * @param newReservations how many reservations there were, rounded up so that the next one begins a bucket
     */
    public SequenceRecord inPeriod(PeriodRecord periods, long newReservations) {
        return new SequenceRecord(
                numbering.with(periods.after(period().orElse(null), taken)),
                ranges,
                options,
                periods.takenBefore(),
                ReturnedNumbers.NONE,
                keys,
                pending,
                newReservations,
                ledger,
                grants,
                unknown);
    }

    public SequenceRecord withTaken(long newTaken) {
        return new SequenceRecord(
                numbering, ranges, options, newTaken, returned, keys, pending, reservations, ledger, grants, unknown);
    }

    public SequenceRecord withReturned(ReturnedNumbers newReturned) {
        return new SequenceRecord(
                numbering, ranges, options, taken, newReturned, keys, pending, reservations, ledger, grants, unknown);
    }

    public SequenceRecord withKeys(int newKeys) {
        return new SequenceRecord(
                numbering, ranges, options, taken, returned, newKeys, pending, reservations, ledger, grants, unknown);
    }

    public SequenceRecord withPending(int newPending, long newReservations) {
        return new SequenceRecord(
                numbering,
                ranges,
                options,
                taken,
                returned,
                keys,
                newPending,
                newReservations,
                ledger,
                grants,
                unknown);
    }

    public SequenceRecord withRanges(RangeList newRanges) {
        return new SequenceRecord(
                numbering, newRanges, options, taken, returned, keys, pending, reservations, ledger, grants, unknown);
    }

    /** Returns whether a number was given, in this period or in one before. */
    public boolean hasNumbers() {
        return taken > 0 || period().isPresent();
    }

    public SequenceRecord withOptions(OptionsRecord newOptions, long newReservations) {
        return new SequenceRecord(
                numbering,
                ranges,
                newOptions.after(options, hasNumbers()),
                taken,
                returned,
                keys,
                pending,
                newReservations,
                ledger,
                grants,
                unknown);
    }

    public SequenceRecord withLedger(LedgerHead newLedger) {
        return new SequenceRecord(
                numbering, ranges, options, taken, returned, keys, pending, reservations, newLedger, grants, unknown);
    }

    public SequenceRecord withGrant(LastGrant grant) {
        List<LastGrant> last = new ArrayList<>(grants);
        last.removeIf(grant::sameProcess);
        last.add(grant);
        List<LastGrant> kept = last.subList(Math.max(0, last.size() - MAX_GRANTS), last.size());
        return new SequenceRecord(
                numbering, ranges, options, taken, returned, keys, pending, reservations, ledger, kept, unknown);
    }

    public boolean hasGrant(String token) {
        return grants.stream().anyMatch(grant -> grant.token().equals(token));
    }

    /** Returns whether a process' last write may be missing from it, since many others have written. */
    public boolean mayHaveDropped(String token) {
        return grants.size() == MAX_GRANTS && grants.stream().noneMatch(grant -> grant.isOfProcess(token));
    }

    /** Returns whether a write that was done is missing, so that the state cannot be a successor of it. */
    public boolean lacks(String token) {
        return !mayHaveDropped(token) && grants.stream().noneMatch(grant -> grant.isOrFollows(token));
    }

    SequenceDefinition definition(String name) {
        return new SequenceDefinition(
                name,
                mode(),
                numberRanges(),
                options.toOptions(),
                Optional.ofNullable(periods()).map(PeriodRecord::rule),
                step().size());
    }

    public SequenceDescription describe(String name) {
        return new SequenceDescription(
                definition(name), next(), taken, remaining(), returned.size(), pending, keys, period());
    }
}
