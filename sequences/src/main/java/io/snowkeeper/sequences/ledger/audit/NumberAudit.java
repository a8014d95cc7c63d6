package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.NumbersText;
import io.snowkeeper.sequences.ledger.Posting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an audit that checks the numbers of a period, or of a sequence without periods: each number taken from
 * the ranges is in one place, and the ledger's events explain how it came there. Confirmed and void numbers are mostly
 * few runs, so a million entries need little memory. Not thread-safe.
 */
final class NumberAudit {

    private final AuditFindings findings;
    private final @Nullable Period period;
    private final RangeCursor cursor;
    private final Map<Long, List<NumberRange>> pending = new HashMap<>();

    /** The numbers of pending reservations. */
    private final NumberRuns held = new NumberRuns();

    private final NumberRuns confirmed = new NumberRuns();
    private final NumberRuns voided = new NumberRuns();
    private final NumberRuns returned = new NumberRuns();

    /**
     * Numbers that had come back when another period began: they are not handed out again, even if the period is
     * resumed.
     */
    private final NumberRuns lost = new NumberRuns();

    /** The least number that the next reservation may have. */
    private long nextReservation;

    /** Audits a sequence that has begun no period. */
    NumberAudit(AuditFindings findings) {
        this(findings, null, new RangeCursor(), 0);
    }

    private NumberAudit(AuditFindings findings, @Nullable Period period, RangeCursor cursor, long nextReservation) {
        this.findings = findings;
        this.period = period;
        this.cursor = cursor;
        this.nextReservation = nextReservation;
    }

    /** Returns the audit of the next period, which counts from the ranges' start. */
    NumberAudit next(Period following) {
        return new NumberAudit(findings, following, cursor.again(), nextReservation);
    }

    /** Returns this audit as it goes on when its period begins again after that of another one. */
    NumberAudit again(NumberAudit other) {
        returned.all().forEach(run -> {
            returned.remove(run);
            lost.put(run);
        });
        nextReservation = Math.max(nextReservation, other.nextReservation);
        return this;
    }

    @Nullable
    Period period() {
        return period;
    }

    /** Returns the text that the ledger must have on the period when the next one begins; empty if there is none. */
    Optional<String> end() {
        return Optional.ofNullable(period)
                .map(ended -> LedgerBalance.end(ended.text(), cursor.taken(), returned.size()));
    }

    void accept(LedgerEntry entry) {
        Posting posting = entry.posting();
        switch (posting.event()) {
            case CREATE, APPEND -> add(entry);
            case RESERVE -> reserve(entry);
            case CONFIRM, CANCEL, EXPIRE, VOID -> settle(entry);
            case CONFIGURE, TURN -> {
                // Nothing of that is about numbers.
            }
        }
    }

    private void add(LedgerEntry entry) {
        List<NumberRange> twice = cursor.add(entry.posting().numbers());
        if (!twice.isEmpty()) {
            find(
                    entry.entry(),
                    twice,
                    "%s, and the sequence has it already"
                            .formatted(entry.posting().event().text()));
        }
    }

    private void reserve(LedgerEntry entry) {
        long reservation = entry.posting().reservation().orElseThrow();
        List<NumberRange> numbers = entry.posting().numbers();
        for (NumberRange run : numbers) {
            take(entry, run, held);
        }
        pending.put(reservation, numbers);
        if (reservation < nextReservation) {
            find(
                    entry.entry(),
                    numbers,
                    "given by reservation %s, and %s has been made: they count up"
                            .formatted(reservation, nextReservation - 1));
        }
        nextReservation = Math.max(nextReservation, reservation + 1);
    }

    /** Takes numbers that must be free, part by part. */
    private void take(LedgerEntry entry, NumberRange run, NumberRuns kept) {
        long from = run.from();
        while (true) {
            NumberRange part = takePart(entry, new NumberRange(from, run.to()));
            kept.put(part);
            if (part.to() == run.to()) {
                return;
            }
            from = part.to() + 1;
        }
    }

    /** Takes the beginning of a run, as far as it is in the same place, and returns that. */
    private NumberRange takePart(LedgerEntry entry, NumberRange rest) {
        NumberRange part = rest;
        for (NumberRuns runs : List.of(confirmed, voided, held, returned, lost)) {
            part = runs.alike(part);
        }
        if (confirmed.containsAll(part)) {
            return takenTwice(entry, part, "confirmed before");
        }
        if (voided.containsAll(part)) {
            return takenTwice(entry, part, "void");
        }
        if (lost.containsAll(part)) {
            return takenTwice(entry, part, "one that came back before the period was left");
        }
        if (held.containsAll(part)) {
            return heldTwice(entry, part);
        }
        if (returned.containsAll(part)) {
            returned.remove(part);
            return part;
        }
        List<NumberRange> skipped = cursor.skipTo(part.from());
        if (!skipped.isEmpty()) {
            find(entry.entry(), skipped, "never given, though %s, which comes after it, is".formatted(part.from()));
        }
        NumberRange next = cursor.take(part);
        return next == null ? unknown(entry, part) : next;
    }

    private NumberRange takenTwice(LedgerEntry entry, NumberRange part, String place) {
        find(entry.entry(), part, "given again, and it is " + place);
        // A range that is there twice comes once more.
        cursor.take(part);
        return part;
    }

    /** Reports the beginning of a run that is pending, as far as it is under one reservation. */
    private NumberRange heldTwice(LedgerEntry entry, NumberRange run) {
        for (Map.Entry<Long, List<NumberRange>> reservation : pending.entrySet()) {
            NumberRange part = firstOf(reservation.getValue(), run);
            if (part != null && part.from() == run.from()) {
                return takenTwice(entry, part, "pending under reservation " + reservation.getKey());
            }
        }
        return takenTwice(entry, run, "given by this entry before");
    }

    /** Reports the beginning of a run that does not come next, as far as it never will. */
    private NumberRange unknown(LedgerEntry entry, NumberRange run) {
        NumberRange untaken = firstOf(cursor.untaken(), run);
        NumberRange part = untaken == null ? run : new NumberRange(run.from(), untaken.from() - 1);
        find(entry.entry(), part, "given again, and it is not one of the sequence's ranges, or was passed over before");
        return part;
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

    private void settle(LedgerEntry entry) {
        Posting posting = entry.posting();
        long reservation = posting.reservation().orElseThrow();
        List<NumberRange> numbers = pending.remove(reservation);
        if (numbers == null) {
            find(
                    entry.entry(),
                    posting.numbers(),
                    "%s, and reservation %s is not pending"
                            .formatted(posting.event().text(), reservation));
            return;
        }
        if (!numbers.equals(posting.numbers())) {
            find(
                    entry.entry(),
                    posting.numbers(),
                    "%s, and reservation %s has %s"
                            .formatted(posting.event().text(), reservation, NumbersText.of(numbers)));
        }
        NumberRuns kept = switch (posting.event()) {
            case CONFIRM -> confirmed;
            case VOID -> voided;
            default -> returned;
        };
        for (NumberRange run : numbers) {
            held.allIn(run).forEach(held::remove);
            // A number handed out twice was reported already.
            kept.put(run);
        }
        if (posting.event() == LedgerEvent.VOID && posting.reason().isEmpty()) {
            find(entry.entry(), posting.numbers(), "void without a reason");
        }
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
        compare("reservations are pending", pendingReservations, balance.reservations());
        compare("numbers have come back", returned.size(), balance.returned());
        balance.returnedRuns().ifPresent(this::compareReturned);
    }

    private void compare(String what, long ledger, long state) {
        if (ledger != state) {
            find(0, "by the ledger %s %s, and by the sequence %s".formatted(ledger, what, state));
        }
    }

    private void compareReturned(List<NumberRange> state) {
        NumberRuns told = new NumberRuns();
        for (NumberRange run : state) {
            told.add(run);
            for (NumberRange part : returned.gapsIn(run)) {
                find(0, part, "free to be given again by the sequence, and not by the ledger");
            }
        }
        for (NumberRange run : returned.all()) {
            if (!told.containsAll(run)) {
                find(0, run, "free to be given again by the ledger, and not by the sequence");
            }
        }
    }

    private static List<NumberRange> without(List<NumberRange> runs, NumberRuns known) {
        return runs.stream().flatMap(run -> known.gapsIn(run).stream()).toList();
    }

    /** Compares the confirmed numbers with those in the books. */
    void compare(NumberRuns booked) {
        without(confirmed.all(), booked).forEach(run -> find(0, run, "confirmed, and in no book"));
        for (NumberRange run : without(booked.all(), confirmed)) {
            findBooked(voided.allIn(run), "void");
            findBooked(held.allIn(run), "pending: confirm what was committed");
            findBooked(returned.allIn(run), "returned: another document may get it");
            findBooked(lost.allIn(run), "returned");
            findBooked(without(without(without(voided.gapsIn(run), held), returned), lost), "never given");
        }
    }

    private void findBooked(List<NumberRange> runs, String state) {
        runs.forEach(run -> find(0, run, "in the books, and " + state));
    }

    /** Returns how many reservations are pending. */
    long reservations() {
        return pending.size();
    }

    NumberTotals totals() {
        NumberTotals totals = new NumberTotals(
                cursor.taken(), confirmed.size(), voided.size(), held.size(), returned.size() + lost.size());
        if (findings.count() == 0 && totals.sum() != totals.taken()) {
            find(0, "%s numbers were taken, and the ledger has %s".formatted(totals.taken(), totals.sum()));
        }
        return totals;
    }

    /** How many numbers there are of each kind. */
    record NumberTotals(long taken, long confirmed, long voided, long pending, long returned) {

        static final NumberTotals NONE = new NumberTotals(0, 0, 0, 0, 0);

        long sum() {
            return confirmed + voided + pending + returned;
        }

        NumberTotals plus(NumberTotals more) {
            return new NumberTotals(
                    taken + more.taken,
                    confirmed + more.confirmed,
                    voided + more.voided,
                    pending + more.pending,
                    returned + more.returned);
        }
    }
}
