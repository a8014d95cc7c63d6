package io.snowkeeper.releasetest.machine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The checkout under test, with its build. */
public final class Project {

    public static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    public static final String VERSION = requireNonNull(System.getProperty("snowkeeper.version"));

    private Project() {}

    /** Returns the shell block that follows a marker in a document. */
    public static String documented(String document, String marker) throws IOException {
        return documented(document, marker, "sh");
    }

    /** Returns the block of a language that follows a marker in a document. */
    public static String documented(String document, String marker, String language) throws IOException {
        Matcher block = Pattern.compile(
                        "^<!-- " + Pattern.quote(marker) + " -->\n```" + language + "\n(.*?)^```$",
                        Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve(document)));
        if (!block.find()) {
            throw new AssertionError("%s has no block of %s after <!-- %s -->".formatted(document, language, marker));
        }
        return block.group(1);
    }
}
