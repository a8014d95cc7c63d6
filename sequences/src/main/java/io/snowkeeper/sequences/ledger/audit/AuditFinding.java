package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.NumbersText;
import java.util.List;

/**
 * A defect of a ledger.
 *
 * @param entry the entry where it shows, 0 if it is none
 * @param numbers the affected numbers; none if it is about none
 * @param text the defect in words
 */
public record AuditFinding(long entry, List<NumberRange> numbers, String text) {

    public AuditFinding {
        numbers = List.copyOf(numbers);
    }

    /** Returns the finding as a sentence. */
    @Override
    public String toString() {
        String where = entry == 0 ? "" : "entry " + entry + ": ";
        return numbers.isEmpty() ? where + text : "%snumber %s: %s".formatted(where, NumbersText.of(numbers), text);
    }
}
