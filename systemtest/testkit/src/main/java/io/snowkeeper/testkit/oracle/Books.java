package io.snowkeeper.testkit.oracle;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The books of a company: a table of its database, in which document, number and reservation are unique. It judges the
 * rows written there: no number is ever refused because another document has it. Thread-safe.
 */
public final class Books {

    private final String sequence;
    private final Consumer<String> broken;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<BusinessNumber, Row> byNumber = new HashMap<>();
    private final Map<String, Row> byReservation = new HashMap<>();
    private final Set<String> withdrawn = new HashSet<>();
    private final Set<String> ofBefore = new HashSet<>();

    /** @param broken gets each breach: a number that another document has; it may throw */
    public Books(String sequence, Consumer<String> broken) {
        this.sequence = sequence;
        this.broken = broken;
    }

    /**
     * A document with its number.
     *
     * @param document its name
     * @param number the number, with its period if the sequence has periods
     * @param reservation the reservation of the number
     * @param keyed whether the document's name was the key that the number was asked for with
     */
    public record Row(String document, BusinessNumber number, String reservation, boolean keyed) {}

    /** Returns a document's row, if it was committed. */
    public synchronized Optional<Row> find(String document) {
        return Optional.ofNullable(rows.get(document));
    }

    /** Returns the row that has a reservation. */
    public synchronized Optional<Row> findReservation(String reservation) {
        return Optional.ofNullable(byReservation.get(reservation));
    }

    /** Returns all rows. */
    public synchronized List<Row> rows() {
        return List.copyOf(rows.values());
    }

    /** Commits a row. Returns false if the document is there, or will never be, or if another one has its number. */
    public synchronized boolean commit(Row row) {
        if (isClosed(row.document)) {
            return false;
        }
        Row before = byNumber.putIfAbsent(row.number, row);
        if (before != null) {
            broken.accept("sequence %s: %s is to have number %s by %s, and %s has it by %s"
                    .formatted(
                            sequence,
                            row.document,
                            text(row.number),
                            row.reservation,
                            before.document,
                            before.reservation));
            return false;
        }
        rows.put(row.document, row);
        byReservation.put(row.reservation, row);
        return true;
    }

    private static String text(BusinessNumber number) {
        return number.number()
                + number.period().map(Period::text).map(" of "::concat).orElse("");
    }

    /** Has a document never be written. Returns false if it is written. */
    public synchronized boolean withdraw(String document) {
        return !rows.containsKey(document) && withdrawn.add(document);
    }

    public synchronized boolean isWithdrawn(String document) {
        return withdrawn.contains(document);
    }

    /** Returns whether no number will be written for a document any more: it has one, or will never be written. */
    public synchronized boolean isClosed(String document) {
        return rows.containsKey(document) || withdrawn.contains(document);
    }

    /** Notes that older data of the fleet were put back, which may lack the rows written by now. Returns those rows. */
    public synchronized List<Row> putBack() {
        ofBefore.addAll(rows.keySet());
        return rows();
    }

    /** Returns whether a document was written before older data were put back. */
    public synchronized boolean isOfBefore(String document) {
        return ofBefore.contains(document);
    }
}
