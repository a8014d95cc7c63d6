package io.snowkeeper.node.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows under headings, each column as wide as its widest cell. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** @param cells as many as there are headings */
    void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** Prints all rows, without blanks at their ends. */
    void print(PrintWriter out) {
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
