package io.snowkeeper.cli.migrate.text;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.CounterSource;
import io.snowkeeper.cli.migrate.source.Glob;
import io.snowkeeper.cli.migrate.source.KeyList;
import io.snowkeeper.cli.migrate.source.Origin;
import io.snowkeeper.cli.migrate.source.SourceKey;
import io.snowkeeper.core.text.GivenText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A text with a counter a line, a name and a value, as databases print rows. A line that is none costs that line alone. */
public final class TextSource implements CounterSource {

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
        boolean first = true;
        try (BufferedReader reader = GivenText.reader(input.open())) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Optional<SourceKey> key = CounterLine.read(++number, line, first);
                first &= key.isEmpty();
                key.filter(read -> !(read instanceof SourceKey.Counter) || glob.matches(read.text()))
                        .ifPresent(keys::add);
            }
        }
        return new KeyList(keys);
    }
}
