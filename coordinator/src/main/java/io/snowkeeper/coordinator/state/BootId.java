package io.snowkeeper.coordinator.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The id of the machine's present boot, from one start of its kernel to the next. */
public final class BootId {

    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** Returns a random id that the kernel drew when it started; empty on systems without one (Linux has it). */
    public static Optional<String> current() {
        try {
            return Optional.of(Files.readString(FILE).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
