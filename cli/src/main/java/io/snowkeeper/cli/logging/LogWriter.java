package io.snowkeeper.cli.logging;

import java.io.Writer;
import java.util.function.Consumer;

/** A writer whose lines are events of the log. Not thread-safe. */
public final class LogWriter extends Writer {

    /** The prefix of the program's lines, which the log shows elsewhere. */
    private static final String PREFIX = "snowkeeper: ";

    private final Consumer<String> log;
    private final StringBuilder line = new StringBuilder();

    /** @param log takes an event; asked for the first line, not before */
    public LogWriter(Consumer<String> log) {
        this.log = log;
    }

    @Override
    public void write(char[] text, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (text[i] == '\n') {
                close();
            } else if (text[i] != '\r') {
                line.append(text[i]);
            }
        }
    }

    @Override
    public void flush() {
        // An interrupt does not cut a line.
    }

    @Override
    public void close() {
        if (!line.isEmpty()) {
            String text = line.toString();
            line.setLength(0);
            log.accept(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text);
        }
    }
}
