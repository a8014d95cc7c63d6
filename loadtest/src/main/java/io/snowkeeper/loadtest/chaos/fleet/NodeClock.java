package io.snowkeeper.loadtest.chaos.fleet;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;

/** What a process takes for the time: the machine's clock and an offset that can be changed while it runs. */
public final class NodeClock {

    /** How long a process may go on with the offset before, in seconds. */
    private static final int CACHE_SECONDS = 1;

    private final Path file;

    NodeClock(Path file) throws IOException {
        this.file = file;
        shift(0);
    }

    /** Moves the clock so that it is ahead of the machine's by that; behind it, if negative. Seen within a second. */
    public void shift(long millis) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, String.format(Locale.ROOT, "%+.3f%n", millis / 1000.0));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** @throws IOException if libfaketime is not installed */
    Map<String, String> environment() throws IOException {
        return Map.of(
                "LD_PRELOAD", library().toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", Integer.toString(CACHE_SECONDS),
                // Waits and timeouts go by the monotonic clock, which nobody can set.
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "DONT_FAKE_MONOTONIC", "1");
    }

    private static Path library() throws IOException {
        try (var folders = Files.newDirectoryStream(Path.of("/usr/lib"), Files::isDirectory)) {
            for (Path folder : folders) {
                Path library = FileSystems.getDefault().getPath(folder.toString(), "faketime", "libfaketimeMT.so.1");
                if (Files.exists(library)) {
                    return library;
                }
            }
        }
        throw new IOException("libfaketime is not installed: no /usr/lib/*/faketime/libfaketimeMT.so.1; on Debian, the"
                + " package faketime has it");
    }
}
