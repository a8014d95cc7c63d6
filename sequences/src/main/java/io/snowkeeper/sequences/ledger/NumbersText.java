package io.snowkeeper.sequences.ledger;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.NdjsonForm.Utf8Text;
import java.util.List;

/** The text of numbers, such as {@code 1-3 7}: runs with a space between, a run of one number as that number. */
public final class NumbersText {

    private NumbersText() {}

    /** Returns the text of runs. */
    public static String of(List<NumberRange> runs) {
        if (runs.size() == 1) {
            return of(runs.get(0));
        }
        StringBuilder text = new StringBuilder();
        for (NumberRange run : runs) {
            if (!text.isEmpty()) {
                text.append(' ');
            }
            text.append(of(run));
        }
        return text.toString();
    }

    /** Adds the text of runs, as {@link #of(List)} returns it. */
    static void add(Utf8Text text, List<NumberRange> runs) {
        if (runs.size() == 1 && runs.get(0).from() == runs.get(0).to()) {
            text.number(runs.get(0).from());
        } else {
            text.ascii(of(runs));
        }
    }

    /** Returns the text of a run. */
    public static String of(NumberRange run) {
        return run.from() == run.to() ? Long.toString(run.from()) : run.toString();
    }

    /**
     * Reads numbers; a run of one number may be written with both of its ends.
     *
     * @throws InvalidLedgerException if the text is none
     */
    public static List<NumberRange> parse(String text) {
        try {
            return NumberRange.parseAll(text);
        } catch (InvalidSequenceException e) {
            throw new InvalidLedgerException("no numbers: " + text, e);
        }
    }
}
