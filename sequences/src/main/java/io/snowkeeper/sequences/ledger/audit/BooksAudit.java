package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import java.util.List;

/**
 * The part of an audit that compares a ledger with the books: the confirmed numbers are in them, once, for the document
 * whose key they were confirmed for, and no others. Not thread-safe.
 */
final class BooksAudit {

    private static final String SAME = "in the books for the same document as %s";

    private final Books books;
    private AuditFindings documents = new AuditFindings();

    BooksAudit(Books books) {
        this.books = books;
    }

    /** The books are of another period than the numbers confirmed so far. */
    void forget() {
        documents = new AuditFindings();
    }

    /** Takes note of a confirmation with a key. */
    void confirm(LedgerEntry entry, String key) {
        TextTable known = books.documents();
        List<NumberRange> numbers = entry.posting().numbers();
        int place = known.find(key);
        if (place < 0) {
            for (NumberRange run : numbers) {
                for (NumberRange part : books.documented().allIn(run)) {
                    documents.add(
                            entry.entry(),
                            part,
                            "confirmed for key %s, and in the books for another document".formatted(key));
                }
            }
        } else if (!has(numbers, known.first(place))) {
            documents.add(
                    entry.entry(),
                    numbers,
                    "confirmed for key %s, which has %s in the books".formatted(key, known.first(place)));
        } else {
            // It may have been given several at once.
            if (has(numbers, known.second(place))) {
                known.set(place, known.first(place), TextTable.NONE);
            }
            NumberRuns further = books.further(place);
            numbers.forEach(run -> further.allIn(run).forEach(further::remove));
        }
    }

    private static boolean has(List<NumberRange> numbers, long number) {
        return numbers.stream().anyMatch(run -> run.from() <= number && number <= run.to());
    }

    /** Compares at the end. */
    void compare(NumberAudit ledger, AuditFindings findings) {
        books.twice().all().forEach(run -> findings.add(0, run, "twice in the books"));
        TextTable known = books.documents();
        for (int place = 0; place < known.places(); place++) {
            long first = known.first(place);
            if (first != TextTable.NONE && known.second(place) != TextTable.NONE) {
                findings.add(0, new NumberRange(known.second(place), known.second(place)), SAME.formatted(first));
            }
            books.further(place).all().forEach(run -> findings.add(0, run, SAME.formatted(first)));
        }
        findings.addAll(documents);
        ledger.compare(books.runs());
    }
}
