package io.snowkeeper.redistest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that docs/use/migrating.md has its readers save. */
final class MigratingDocument {

    private static final Pattern FILE =
            Pattern.compile("^```(?:sh|lua|sql)\n(\\W+(\\w+\\.\\w+).*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private MigratingDocument() {}

    static String text() throws IOException {
        return text("use/migrating.md");
    }

    /** Returns the text of a document, by its path below {@code docs}. */
    static String text(String document) throws IOException {
        return Files.readString(Path.of("..", "..", "docs", document));
    }

    /** Saves them, each under the name in its first line. */
    static void saveFiles(Path folder) throws IOException {
        Matcher file = FILE.matcher(text());
        while (file.find()) {
            Files.writeString(folder.resolve(file.group(2)), file.group(1));
        }
    }
}
