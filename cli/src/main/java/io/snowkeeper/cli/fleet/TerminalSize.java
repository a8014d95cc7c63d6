package io.snowkeeper.cli.fleet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a terminal.
 *
 * @param rows at least 2
 * @param columns at least 1
 */
record TerminalSize(int rows, int columns) {

    /** What is not known is no bound. */
    static final TerminalSize UNKNOWN = new TerminalSize(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,5}) (\\d{1,5})\\s*");

    TerminalSize {
        if (rows < 2 || columns < 1) {
            throw new IllegalArgumentException(
                    "must be at least 2 rows and 1 column: rows=%s, columns=%s".formatted(rows, columns));
        }
    }

    /** Returns the size of the terminal at standard input, which Java does not know and {@code stty} does. */
    static TerminalSize ofStandardInput() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream answer = stty.getInputStream()) {
                return parse(new String(answer.readAllBytes(), US_ASCII));
            }
        } catch (IOException e) {
            // Where there is no such program, the terminal is taken to be large enough.
            return UNKNOWN;
        }
    }

    /** Reads the answer of {@code stty size}; one of a terminal that does not tell has zeroes. */
    static TerminalSize parse(String answer) {
        Matcher size = ROWS_AND_COLUMNS.matcher(answer);
        if (!size.matches()) {
            return UNKNOWN;
        }
        int rows = Integer.parseInt(size.group(1));
        int columns = Integer.parseInt(size.group(2));
        return rows < 2 || columns < 1 ? UNKNOWN : new TerminalSize(rows, columns);
    }
}
