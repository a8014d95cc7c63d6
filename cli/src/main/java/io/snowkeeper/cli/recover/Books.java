package io.snowkeeper.cli.recover;

import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The numbers of a sequence that are in an application's books: one a line, and behind a comma whatever they are of. */
final class Books {

    private long[] numbers = new long[1_024];
    private int count;

    private Books() {}

    /** @throws NodeFailedException if the file cannot be read, or a line does not begin with a number */
    static Books read(Path file) throws NodeFailedException {
        Books books = new Books();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            long line = 1;
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                books.add(file, line++, text);
            }
        } catch (IOException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
        books.numbers = Arrays.copyOf(books.numbers, books.count);
        Arrays.sort(books.numbers);
        return books;
    }

    private void add(Path file, long line, String text) throws NodeFailedException {
        int comma = text.indexOf(',');
        String number = (comma < 0 ? text : text.substring(0, comma)).strip();
        if (number.isEmpty()) {
            return;
        }
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        try {
            numbers[count++] = Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new NodeFailedException(
                    "%s: line %d does not begin with a number: %s".formatted(file, line, PrintableText.of(number)), e);
        }
    }

    boolean have(long number) {
        return Arrays.binarySearch(numbers, number) >= 0;
    }

    /** Returns all of them, lowest first. */
    long[] numbers() {
        return numbers.clone();
    }
}
