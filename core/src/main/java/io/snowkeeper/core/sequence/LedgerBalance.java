package io.snowkeeper.core.sequence;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The figures of a sequence by its state, to be compared with its ledger.
 *
 * @param identity whose ledger it is, as {@link #identity} returns it
 * @param entries how many entries the ledger has
 * @param hash the last one's hash
 * @param time when the last entries were written
 * @param ranges the sequence's ranges, in the order they are used
 * @param taken how many numbers were taken from the ranges
 * @param returned how many have come back
 * @param returnedRuns those as runs, lowest first, neighbours joined; empty if only their count is known
 * @param reservations how many reservations are pending
 * @param period the period that {@code taken} and {@code returned} are of; empty if there is none, or it is not known
 */
public record LedgerBalance(
        String identity,
        long entries,
        String hash,
        Instant time,
        List<NumberRange> ranges,
        long taken,
        long returned,
        Optional<List<NumberRange>> returnedRuns,
        long reservations,
        Optional<String> period) {

    public LedgerBalance {
        ranges = List.copyOf(ranges);
        returnedRuns = returnedRuns.map(List::copyOf);
    }

    /** Returns a ledger's text on a period when the next one begins. */
    public static String end(String period, long taken, long returned) {
        return "ended=" + period + " taken=" + taken + " returned=" + returned;
    }

    /** Returns the sequence's identity in the first entry of a ledger. */
    public static String identity(String sequence, String incarnation) {
        return "sequence=%s incarnation=%s".formatted(sequence, incarnation);
    }

    public void writeTo(FieldWriter fields) {
        fields.text("identity", identity);
        fields.number("entries", entries);
        fields.text("hash", hash);
        fields.text("time", time.toString());
        fields.text("ranges", text(ranges));
        fields.number("taken", taken);
        fields.number("returned", returned);
        fields.text("returned_numbers", returnedRuns.map(LedgerBalance::text));
        fields.number("pending", reservations);
        period.ifPresent(present -> fields.text("period", present));
    }

    private static String text(List<NumberRange> runs) {
        return runs.stream().map(NumberRange::toString).collect(Collectors.joining(" "));
    }

    /**
     * Reads the fields that {@link #writeTo} adds.
     *
     * @throws InvalidSequenceException if its ranges or its time are none
     */
    public static LedgerBalance read(FieldReader fields) {
        return new LedgerBalance(
                fields.text("identity"),
                fields.number("entries"),
                fields.text("hash"),
                time(fields.text("time")),
                NumberRange.parseAll(fields.text("ranges")),
                fields.number("taken"),
                fields.number("returned"),
                fields.optionalText("returned_numbers").map(NumberRange::parseAll),
                fields.number("pending"),
                fields.textIfGiven("period"));
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new InvalidSequenceException("time must be a time: " + text);
        }
    }
}
