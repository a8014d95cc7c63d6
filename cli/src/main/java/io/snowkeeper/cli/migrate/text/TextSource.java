package io.snowkeeper.cli.migrate.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.CounterSource;
import io.snowkeeper.cli.migrate.source.Glob;
import io.snowkeeper.cli.migrate.source.KeyList;
import io.snowkeeper.cli.migrate.source.Origin;
import io.snowkeeper.cli.migrate.source.SourceKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with a counter a line, {@code NAME VALUE}: with blanks, a tab or a bar between, as databases print rows. It is read as
 * a whole before anything is done, so that a line that is none leaves nothing done by half.
 */
public final class TextSource implements CounterSource {

    private static final Pattern LINE = Pattern.compile("\\s*(.*[^\\s|])[\\s|]+(-?[0-9]{1,19})\\s*");

    /** What gives the text. */
    @FunctionalInterface
    private interface Input {
        InputStream open() throws IOException;
    }

    private final String place;
    private final Input input;

    private TextSource(String place, Input input) {
        this.place = place;
        this.input = input;
    }

    /** Returns the text of a file. */
    public static TextSource of(Path file) {
        return new TextSource(file.toString(), () -> {
            try {
                return Files.newInputStream(file);
            } catch (NoSuchFileException e) {
                throw new IOException("there is no such file", e);
            }
        });
    }

    /** Returns the text that comes by a stream, which is closed with it. */
    public static TextSource of(InputStream stream) {
        return new TextSource("standard input", () -> stream);
    }

    @Override
    public Origin origin() {
        return Origin.TEXT;
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public String unread() {
        return place + " cannot be read";
    }

    @Override
    public CounterPages open(String match) throws IOException {
        Glob glob = new Glob(match);
        List<SourceKey> keys = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(input.open(), UTF_8))) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    SourceKey key = key(number, line);
                    if (glob.matches(key.text())) {
                        keys.add(key);
                    }
                }
            }
        }
        return new KeyList(keys);
    }

    private static SourceKey key(int number, String line) throws IOException {
        Matcher parts = LINE.matcher(line);
        if (parts.matches()) {
            try {
                return SourceKey.counter(parts.group(1), Long.parseLong(parts.group(2)));
            } catch (NumberFormatException e) {
                // More than 64 bits: told as all else that is no number.
            }
        }
        throw new IOException(
                "line %s is no NAME VALUE, where VALUE is an integer of 64 bits: %s".formatted(number, line));
    }
}
