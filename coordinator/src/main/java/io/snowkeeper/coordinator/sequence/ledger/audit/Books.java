package io.snowkeeper.coordinator.sequence.ledger.audit;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.text.PrintableText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * The numbers of a sequence that are in an application's books, of one period where it has periods: one a line, and behind a comma the
 * document. Numbers are kept as runs, and of documents a hash, so a million lines need some 50 MB, and next to nothing without
 * documents. Not thread-safe.
 */
public final class Books {

    private final NumberRuns numbers = new NumberRuns();
    private final NumberRuns twice = new NumberRuns();

    /** Numbers that have a document. */
    private final NumberRuns documented = new NumberRuns();

    /** The first number of each document, and beside it another one. */
    private final TextTable documents = new TextTable();

    Books() {}

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or a line does not begin with a number
     */
    public static Books read(Path file) throws IOException {
        Books books = new Books();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            long line = 0;
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                books.add(++line, text);
            }
        }
        return books;
    }

    void add(long line, String text) throws IOException {
        int comma = text.indexOf(',');
        String number = (comma < 0 ? text : text.substring(0, comma)).strip();
        if (number.isEmpty()) {
            return;
        }
        try {
            long parsed = Long.parseLong(number);
            add(
                    new NumberRange(parsed, parsed),
                    comma < 0 ? "" : text.substring(comma + 1).strip());
        } catch (NumberFormatException | InvalidSequenceException e) {
            throw new IOException(
                    "line %d does not begin with a number: %s".formatted(line, PrintableText.of(number)), e);
        }
    }

    private void add(NumberRange number, String document) {
        numbers.put(number).forEach(twice::put);
        if (document.isEmpty()) {
            return;
        }
        documented.put(number);
        int place = documents.place(document);
        long first = documents.first(place);
        if (first == TextTable.NONE) {
            documents.set(place, number.from(), TextTable.NONE);
        } else if (first != number.from()) {
            documents.set(place, first, number.from());
        }
    }

    /** Returns how many numbers there are, each counted once. */
    public long size() {
        return numbers.size();
    }

    public boolean have(long number) {
        return numbers.containsAll(new NumberRange(number, number));
    }

    /** Returns all of them, lowest first. */
    public LongStream numbers() {
        return numbers.all().stream().flatMapToLong(run -> LongStream.rangeClosed(run.from(), run.to()));
    }

    NumberRuns runs() {
        return numbers;
    }

    NumberRuns twice() {
        return twice;
    }

    NumberRuns documented() {
        return documented;
    }

    TextTable documents() {
        return documents;
    }
}
