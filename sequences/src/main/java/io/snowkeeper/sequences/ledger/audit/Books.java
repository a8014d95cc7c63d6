package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.core.text.WellFormedText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The numbers of a sequence that are in an application's books, of one period where it has periods: one a line, and
 * behind a comma, semicolon, bar or tab the document; the first line may be a header. Numbers are kept as runs, and of
 * documents a hash, so a million lines need some 50 MB, more where documents have over two numbers, and next to nothing
 * without documents; while they are read, 8 bytes a number more, or 16. Not thread-safe.
 */
public final class Books {

    private static final Pattern SEPARATOR = Pattern.compile("[,;|\t]");
    private static final NumberRuns NONE = new NumberRuns();

    private final NumberRuns numbers = new NumberRuns();
    private final NumberRuns twice = new NumberRuns();

    /** Numbers that have a document. */
    private final NumberRuns documented = new NumberRuns();

    /** The first number of each document, and beside it another one. */
    private final TextTable documents = new TextTable();

    /** The numbers beyond these two of a document that has more, by the text's hash. */
    private final Map<Long, NumberRuns> further = new HashMap<>();

    private Books() {}

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or a line does not begin with a number
     */
    public static Books read(Path file) throws IOException {
        Books books = new Books();
        LongStream.Builder numbers = LongStream.builder();
        LongStream.Builder documented = LongStream.builder();
        try (BufferedReader lines = GivenText.reader(Files.newInputStream(file))) {
            long line = 0;
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                line++;
                if (WellFormedText.damage(text).isPresent()) {
                    throw new IOException("line %s is not UTF-8: %s".formatted(line, PrintableText.of(text)));
                }
                String[] fields = SEPARATOR.split(text, 2);
                String first = GivenText.unquoted(fields[0]);
                String document = fields.length < 2 ? "" : GivenText.unquoted(fields[1]);
                boolean header = line == 1 && first.chars().noneMatch(Character::isDigit);
                if (!first.isEmpty() && !header) {
                    long number = parse(line, first);
                    numbers.add(number);
                    if (!document.isEmpty()) {
                        documented.add(number);
                        books.add(document, number);
                    }
                }
            }
        }
        // In order they are joined to runs at once, of which there might be hundreds of thousands on the way.
        numbers.build()
                .sorted()
                .forEach(number -> books.numbers.put(only(number)).forEach(books.twice::put));
        documented.build().sorted().forEach(number -> books.documented.put(only(number)));
        return books;
    }

    private static long parse(long line, String text) throws IOException {
        try {
            return only(Long.parseLong(text)).from();
        } catch (NumberFormatException | InvalidSequenceException e) {
            throw new IOException(
                    "line %s does not begin with a number: %s".formatted(line, PrintableText.of(text)), e);
        }
    }

    private void add(String document, long number) {
        int place = documents.place(document);
        long first = documents.first(place);
        if (first == TextTable.NONE) {
            documents.set(place, number, TextTable.NONE);
        } else if (documents.second(place) == TextTable.NONE && first != number) {
            documents.set(place, first, number);
        } else if (first != number && documents.second(place) != number) {
            further.computeIfAbsent(documents.hash(place), more -> new NumberRuns())
                    .put(only(number));
        }
    }

    private static NumberRange only(long number) {
        return new NumberRange(number, number);
    }

    /** Returns how many numbers there are, each counted once. */
    public long size() {
        return numbers.size();
    }

    public boolean have(long number) {
        return numbers.containsAll(only(number));
    }

    /** Returns whether a number stands with a document. */
    public boolean haveDocument(long number) {
        return documented.containsAll(only(number));
    }

    /** Returns whether a number stands with a certain document. */
    public boolean have(long number, String document) {
        int place = documents.find(document);
        return place >= 0
                && (documents.first(place) == number
                        || documents.second(place) == number
                        || further(place).containsAll(only(number)));
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

    /** Returns the numbers of a document beyond its first two. */
    NumberRuns further(int place) {
        return further.getOrDefault(documents.hash(place), NONE);
    }
}
