package io.snowkeeper.cli.remote;

import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows under headings, each column as wide as its widest cell. Cells may contain anything, and do nothing to a
 * terminal.
 */
public final class TextTable {

    private static final String GAP = "  ";

    /** A longer one is cut: all cells of its column are filled up to its width. */
    private static final int MAX_CELL = 300;

    private final List<List<String>> rows = new ArrayList<>();

    /** Makes a table without rows. */
    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are headings
     */
    public void add(String... cells) {
        rows.add(Stream.of(cells).map(cell -> PrintableText.of(cell, MAX_CELL)).toList());
    }

    /** Prints all rows, without blanks at their ends. */
    public void print(PrintWriter out) {
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElseThrow())
                .toArray();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                line.append(row.get(column))
                        .append(" ".repeat(widths[column] - row.get(column).length()))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
