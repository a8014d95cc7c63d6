package io.snowkeeper.coordinator.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The present run of the machine, from one start of its kernel to the next. */
public final class Boot {

    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** Returns a random id that the kernel drew when it started; empty where it does not tell (it is Linux that does). */
    public static Optional<String> id() {
        try {
            return Optional.of(Files.readString(ID).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
