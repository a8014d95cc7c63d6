package io.snowkeeper.loadtest.chaos.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The books of a company whose documents have the numbers of a gapless sequence: a table in which document, number and reservation are
 * unique. No number may be refused because another document has it; once all is settled, the sequence's ledger has each number of the
 * books confirmed, and no other. Only a number that older data did not know when they were put back may be void there. Thread-safe.
 */
public final class Books {

    private final Violations violations;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<Long, Row> byNumber = new HashMap<>();
    private final Set<String> withdrawn = new HashSet<>();
    private final Set<String> restored = new HashSet<>();
    private final Map<Long, LedgerLine> ledger = new HashMap<>();
    private long voided;

    /** @param violations where a number goes that is not right */
    public Books(Violations violations) {
        this.violations = violations;
    }

    /**
     * A document with its number.
     *
     * @param document its name, which was the key that the number was asked for with
     * @param reservation what the number came with
     */
    public record Row(String document, long number, String reservation) {

        /** A name ends with the reservation's number, and letters of the writer that made it; the ledger has the number alone. */
        private boolean isOf(long counted) {
            return reservation.matches("[0-9a-z]+-" + counted + "(-[0-9a-z]+)?");
        }
    }

    /**
     * An entry of the sequence's ledger.
     *
     * @param event what has happened to the number
     * @param reservation of which reservation, counted in the sequence
     * @param key the key that the number was asked for with, empty but where it was given
     * @param reason why it is void, if somebody has said it
     */
    public record LedgerLine(
            String event, long number, long reservation, Optional<String> key, Optional<String> reason) {

        private boolean isRestored() {
            return event.equals("void") && reason.equals(Optional.of("restored"));
        }
    }

    /** Returns a document's row, if it was committed. */
    public synchronized Optional<Row> find(String document) {
        return Optional.ofNullable(rows.get(document));
    }

    /** Commits a row. Returns false if the document is there, or will never be, or if it is a violation. */
    public synchronized boolean commit(Row row) {
        if (rows.containsKey(row.document) || withdrawn.contains(row.document)) {
            return false;
        }
        Row before = byNumber.putIfAbsent(row.number, row);
        if (before != null) {
            violations.add(
                    "a number may stand in the books once: %s has it, and %s was to have it".formatted(before, row));
            return false;
        }
        rows.put(row.document, row);
        return true;
    }

    /** Has a document never be written, unless it is. */
    public synchronized void withdraw(String document) {
        if (!rows.containsKey(document)) {
            withdrawn.add(document);
        }
    }

    public synchronized boolean isWithdrawn(String document) {
        return withdrawn.contains(document);
    }

    /** Older data are put back. Returns a line for each document: its number and its name, with a comma between. */
    public synchronized List<String> restore() {
        restored.addAll(rows.keySet());
        return rows.values().stream()
                .map(row -> row.number + "," + row.document)
                .toList();
    }

    /** Returns whether a document was written before older data were put back, so that its number may be void. */
    public synchronized boolean isRestored(String document) {
        return restored.contains(document);
    }

    /** Returns how many documents are written. */
    public synchronized long size() {
        return rows.size();
    }

    /** Returns how many numbers are void by the ledger. */
    public synchronized long voidCount() {
        return voided;
    }

    /** Takes the next entry of the ledger that is about a number. */
    public synchronized void follow(LedgerLine line) {
        LedgerLine before = ledger.get(line.number);
        Optional<String> key = before != null && before.reservation == line.reservation ? before.key : line.key;
        ledger.put(line.number, new LedgerLine(line.event, line.number, line.reservation, key, line.reason));
        if (line.event.equals("void")) {
            voided++;
        }
    }

    /** Compares all that the ledger comes to with the books. */
    public synchronized void checkLedger() {
        for (Row row : rows.values()) {
            LedgerLine line = ledger.get(row.number);
            boolean confirmed = line != null
                    && line.event.equals("confirm")
                    && row.isOf(line.reservation)
                    && line.key.equals(Optional.of(row.document));
            boolean lost = line != null && line.isRestored() && restored.contains(row.document);
            if (!confirmed && !lost) {
                violations.add("a number of the books must be confirmed in the ledger: the books have %s, the ledger %s"
                        .formatted(row, line));
            }
        }
        for (LedgerLine line : ledger.values()) {
            if (line.event.equals("confirm") && !byNumber.containsKey(line.number)) {
                violations.add("a number that is confirmed must be in the books: " + line);
            } else if (line.event.equals("reserve")) {
                violations.add("no number may be pending once all is settled: " + line);
            }
        }
    }
}
