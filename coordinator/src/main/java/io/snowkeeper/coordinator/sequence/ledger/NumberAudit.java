package io.snowkeeper.coordinator.sequence.ledger;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an audit that is about the numbers of a period, or of a sequence without: that each one that was taken from the ranges is in one
 * place, and has come there by what the ledger tells. What is confirmed or void are few runs mostly, so a million entries need little memory. Not thread-safe.
 */
final class NumberAudit {

    private final AuditFindings findings;
    private final @Nullable Period period;
    private final RangeCursor cursor = new RangeCursor();
    private final Map<Long, List<NumberRange>> pending = new HashMap<>();
    private final NumberRuns confirmed = new NumberRuns();
    private final NumberRuns voided = new NumberRuns();
    private final NumberRuns returned = new NumberRuns();
    private final NumberRuns carried = new NumberRuns();

    /** As many reservations as were made before the ledger began. */
    private long reservationsBefore;

    /** Of a sequence that has begun no period. */
    NumberAudit(AuditFindings findings) {
        this(findings, null, List.of());
    }

    private NumberAudit(AuditFindings findings, @Nullable Period period, List<NumberRange> ranges) {
        this.findings = findings;
        this.period = period;
        cursor.add(ranges);
    }

    /** Returns the audit of the next period, which counts from the ranges' start. */
    NumberAudit next(Period following) {
        return new NumberAudit(findings, following, cursor.ranges());
    }

    @Nullable
    Period period() {
        return period;
    }

    /** Returns what the ledger is to say of the period when the next one begins; empty if there is none. */
    Optional<String> end() {
        return Optional.ofNullable(period)
                .map(ended -> LedgerBalance.end(ended.text(), cursor.taken(), returned.size()));
    }

    void accept(LedgerEntry entry) {
        Posting posting = entry.posting();
        switch (posting.event()) {
            case CREATE, BEGIN, APPEND -> cursor.add(posting.numbers());
            case CARRY -> carry(entry);
            case RESERVE -> reserve(entry);
            case CONFIRM, CANCEL, EXPIRE, VOID -> settle(entry);
            case CONFIGURE, TURN -> {
                // Nothing of that is about numbers.
            }
        }
    }

    private void carry(LedgerEntry entry) {
        reservationsBefore = entry.posting().reservation().orElse(0);
        for (NumberRange run : entry.posting().numbers()) {
            take(entry, run, carried);
        }
    }

    private void reserve(LedgerEntry entry) {
        long reservation = entry.posting().reservation().orElseThrow();
        List<NumberRange> numbers = entry.posting().numbers();
        for (NumberRange run : numbers) {
            take(entry, run, null);
        }
        List<NumberRange> before = pending.put(reservation, numbers);
        if (before != null) {
            find(entry.entry(), before, "reservation %d has it, and is made again".formatted(reservation));
        }
    }

    /** Takes numbers that must be free, part by part. */
    private void take(LedgerEntry entry, NumberRange run, @Nullable NumberRuns kept) {
        long from = run.from();
        while (true) {
            NumberRange rest = new NumberRange(from, run.to());
            NumberRange free = free(entry, rest);
            if (free != null && kept != null) {
                kept.add(free);
            }
            NumberRange part = free == null ? taken(entry, rest) : free;
            if (part.to() == run.to()) {
                return;
            }
            from = part.to() + 1;
        }
    }

    /** Returns the beginning of a run as far as it is free, and takes it; null if it is not. */
    private @Nullable NumberRange free(LedgerEntry entry, NumberRange rest) {
        for (NumberRuns from : List.of(returned, carried)) {
            NumberRange part = from.isEmpty() ? null : from.firstIn(rest);
            if (part != null && part.from() == rest.from()) {
                from.remove(part);
                return part;
            }
        }
        List<NumberRange> skipped = cursor.skipTo(rest.from());
        if (!skipped.isEmpty()) {
            find(
                    entry.entry(),
                    skipped,
                    "never given to anybody, though %d is, which comes after it".formatted(rest.from()));
        }
        return cursor.take(rest);
    }

    /** Tells of the beginning of a run that is not free, as far as that is for one reason. */
    private NumberRange taken(LedgerEntry entry, NumberRange rest) {
        NumberRange part = beginning(rest, confirmed.firstIn(rest));
        String why = "confirmed before";
        if (part == null) {
            part = beginning(rest, voided.firstIn(rest));
            why = "void";
        }
        for (Map.Entry<Long, List<NumberRange>> reservation : pending.entrySet()) {
            if (part != null) {
                break;
            }
            part = beginning(rest, firstOf(reservation.getValue(), rest));
            why = "pending under reservation " + reservation.getKey();
        }
        if (part == null) {
            part = new NumberRange(rest.from(), lastUnknown(rest));
            why = "not one of the sequence's ranges, or was passed over before";
        }
        find(entry.entry(), part, "given again, and it is " + why);
        return part;
    }

    private static @Nullable NumberRange beginning(NumberRange run, @Nullable NumberRange part) {
        return part != null && part.from() == run.from() ? part : null;
    }

    /** Returns the first part of a run that is in others, null if none of it is. */
    private static @Nullable NumberRange firstOf(List<NumberRange> others, NumberRange run) {
        NumberRange first = null;
        for (NumberRange other : others) {
            if (other.overlaps(run) && (first == null || other.from() < first.from())) {
                first = new NumberRange(Math.max(other.from(), run.from()), Math.min(other.to(), run.to()));
            }
        }
        return first;
    }

    /** Returns up to where nothing is known of a run, of whose first number nothing is. */
    private long lastUnknown(NumberRange run) {
        List<@Nullable NumberRange> known = new ArrayList<>();
        for (NumberRuns runs : List.of(confirmed, voided, returned, carried)) {
            known.add(runs.firstIn(run));
        }
        pending.values().forEach(numbers -> known.add(firstOf(numbers, run)));
        known.add(firstOf(cursor.untaken(), run));
        long last = run.to();
        for (NumberRange part : known) {
            last = part == null ? last : Math.min(last, part.from() - 1);
        }
        return last;
    }

    private void settle(LedgerEntry entry) {
        Posting posting = entry.posting();
        long reservation = posting.reservation().orElseThrow();
        List<NumberRange> numbers = pending.remove(reservation);
        if (numbers == null) {
            if (!isCarried(reservation, posting.numbers())) {
                find(
                        entry.entry(),
                        posting.numbers(),
                        "%s, and reservation %d is not pending"
                                .formatted(posting.event().text(), reservation));
                return;
            }
            posting.numbers().forEach(run -> uncarry(entry, run));
        } else if (!numbers.equals(posting.numbers())) {
            find(
                    entry.entry(),
                    posting.numbers(),
                    "%s, and reservation %d has %s"
                            .formatted(posting.event().text(), reservation, NumbersText.of(numbers)));
        }
        NumberRuns kept = switch (posting.event()) {
            case CONFIRM -> confirmed;
            case VOID -> voided;
            default -> returned;
        };
        for (NumberRange run : numbers == null ? posting.numbers() : numbers) {
            // Where a number was given twice, that was told.
            if (kept.firstIn(run) == null) {
                kept.add(run);
            }
        }
    }

    private void uncarry(LedgerEntry entry, NumberRange run) {
        if (carried.containsAll(run)) {
            carried.remove(run);
        } else {
            find(entry.entry(), run, "there twice");
        }
    }

    private boolean isCarried(long reservation, List<NumberRange> numbers) {
        return reservation < reservationsBefore && numbers.stream().allMatch(carried::containsAll);
    }

    private void find(long entry, String text) {
        find(entry, List.of(), text);
    }

    private void find(long entry, NumberRange numbers, String text) {
        find(entry, List.of(numbers), text);
    }

    private void find(long entry, List<NumberRange> numbers, String text) {
        findings.add(entry, numbers, period == null ? text : "%s (%s)".formatted(text, period.text()));
    }

    /**
     * Compares the numbers with the state's.
     *
     * @param pendingReservations how many reservations are pending, of all periods
     */
    void compare(LedgerBalance balance, long pendingReservations) {
        if (!cursor.ranges().equals(balance.ranges())) {
            find(
                    0,
                    "the ledger comes to ranges %s, and the sequence has %s"
                            .formatted(NumbersText.of(cursor.ranges()), NumbersText.of(balance.ranges())));
        }
        compare("numbers were taken", cursor.taken(), balance.taken());
        if (reservationsBefore == 0) {
            compare("reservations are pending", pendingReservations, balance.reservations());
            compare("numbers have come back", returned.size(), balance.returned());
        }
        balance.returnedRuns().ifPresent(this::compareReturned);
    }

    private void compare(String what, long ledger, long state) {
        if (ledger != state) {
            find(0, "by the ledger %d %s, and by the sequence %d".formatted(ledger, what, state));
        }
    }

    private void compareReturned(List<NumberRange> state) {
        NumberRuns told = new NumberRuns();
        for (NumberRange run : state) {
            told.add(run);
            for (NumberRange part : neitherReturnedNorCarried(run)) {
                find(0, part, "free to be given again by the sequence, and not by the ledger");
            }
        }
        for (NumberRange run : returned.all()) {
            if (!told.containsAll(run)) {
                find(0, run, "free to be given again by the ledger, and not by the sequence");
            }
        }
    }

    private List<NumberRange> neitherReturnedNorCarried(NumberRange run) {
        NumberRuns rest = new NumberRuns();
        rest.add(run);
        for (NumberRuns known : List.of(returned, carried)) {
            for (NumberRange left : rest.all()) {
                for (NumberRange part = known.firstIn(left); part != null; part = nextIn(known, part, left)) {
                    rest.remove(part);
                }
            }
        }
        return rest.all();
    }

    private static @Nullable NumberRange nextIn(NumberRuns known, NumberRange part, NumberRange run) {
        return part.to() == run.to() ? null : known.firstIn(new NumberRange(part.to() + 1, run.to()));
    }

    /** Returns how many reservations are pending. */
    long reservations() {
        return pending.size();
    }

    NumberTotals totals() {
        long reserved = 0;
        for (List<NumberRange> numbers : pending.values()) {
            for (NumberRange run : numbers) {
                reserved += run.size();
            }
        }
        NumberTotals totals = new NumberTotals(
                cursor.taken(), confirmed.size(), voided.size(), reserved, returned.size(), carried.size());
        if (findings.count() == 0 && totals.sum() != totals.taken()) {
            find(0, "%d numbers were taken, and the ledger tells of %d".formatted(totals.taken(), totals.sum()));
        }
        return totals;
    }

    /** How many numbers there are of each kind. */
    record NumberTotals(long taken, long confirmed, long voided, long pending, long returned, long carried) {

        static final NumberTotals NONE = new NumberTotals(0, 0, 0, 0, 0, 0);

        long sum() {
            return confirmed + voided + pending + returned + carried;
        }

        NumberTotals plus(NumberTotals more) {
            return new NumberTotals(
                    taken + more.taken,
                    confirmed + more.confirmed,
                    voided + more.voided,
                    pending + more.pending,
                    returned + more.returned,
                    carried + more.carried);
        }
    }
}
