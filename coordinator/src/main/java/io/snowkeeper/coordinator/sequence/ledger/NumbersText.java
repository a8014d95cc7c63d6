package io.snowkeeper.coordinator.sequence.ledger;

import io.snowkeeper.coordinator.sequence.ledger.NdjsonForm.Utf8Text;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
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
        List<NumberRange> runs = new ArrayList<>(1);
        int begin = 0;
        while (begin < text.length()) {
            int end = text.indexOf(' ', begin);
            end = end < 0 ? text.length() : end;
            runs.add(run(text, begin, end));
            begin = end + 1;
        }
        return runs;
    }

    private static NumberRange run(String text, int begin, int end) {
        int dash = text.indexOf('-', begin);
        boolean one = dash < 0 || dash >= end;
        try {
            long from = Long.parseLong(text, begin, one ? end : dash, 10);
            return new NumberRange(from, one ? from : Long.parseLong(text, dash + 1, end, 10));
        } catch (NumberFormatException | InvalidSequenceException e) {
            throw new InvalidLedgerException("no numbers: " + text, e);
        }
    }
}
