package io.snowkeeper.testkit.repository;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the repository, whichever module's test asks. */
public final class Repository {

    private static final String AT_THE_TOP = "budget.properties";

    private Repository() {}

    /** Returns a file by its path from the top of the repository. */
    public static Path file(String path) {
        return root().resolve(path);
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(AT_THE_TOP))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "no %s above %s".formatted(AT_THE_TOP, Path.of("").toAbsolutePath()));
            }
        }
        return folder;
    }
}
