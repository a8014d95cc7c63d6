package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A preloaded library between a process and the machine's wall clock. A few lines of C instead of libfaketime, under which a JVM took 15 s
 * to start on a busy machine instead of one.
 */
public final class ClockLibrary {

    private static final String SOURCE = "clock.c";

    private final Path file;

    private ClockLibrary(Path file) {
        this.file = file;
    }

    /**
     * Makes it in a folder.
     *
     * @throws IOException if there is no C compiler
     */
    public static ClockLibrary compile(Path folder) throws IOException {
        Path source = folder.resolve(SOURCE);
        try (InputStream text = Objects.requireNonNull(ClockLibrary.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(text, source);
        }
        Path library = folder.resolve("clock.so");
        Shell.run("cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(), "-ldl");
        return new ClockLibrary(library);
    }

    Path file() {
        return file;
    }
}
