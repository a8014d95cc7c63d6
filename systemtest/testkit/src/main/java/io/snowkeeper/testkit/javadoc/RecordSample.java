package io.snowkeeper.testkit.javadoc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A sample of a stored record, in the record's Javadoc: after the line of its path.
 *
 * @param type the record whose Javadoc has it
 */
public record RecordSample(Class<?> type, List<String> lines) {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern SAMPLE =
            Pattern.compile("<pre>\\{@code\n \\* [^\n]+\n(( \\* [^\n]+\n)+?) \\* \\}</pre>");

    /** Returns the samples of the module whose folder is the current one. */
    public static List<RecordSample> all() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .flatMap(RecordSample::in)
                    .toList();
        }
    }

    private static Stream<RecordSample> in(Path file) {
        try {
            Matcher sample = SAMPLE.matcher(Files.readString(file));
            if (!sample.find()) {
                return Stream.empty();
            }
            String name =
                    SOURCES.relativize(file).toString().replace(".java", "").replace('/', '.');
            return Stream.of(new RecordSample(
                    Class.forName(name),
                    sample.group(1).lines().map(line -> line.substring(3)).toList()));
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
