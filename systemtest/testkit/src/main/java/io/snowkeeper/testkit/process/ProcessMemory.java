package io.snowkeeper.testkit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The memory of a process, by Linux.
 *
 * @param residentKib now, in KiB
 * @param peakKib the most since its start, in KiB
 */
public record ProcessMemory(long residentKib, long peakKib) {

    /** Looks at a process. Returns empty if it is gone. */
    public static Optional<ProcessMemory> of(long pid) {
        try {
            List<String> status = Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"));
            long resident = kib(status, "VmRSS:");
            // A process that has ended, but was not waited for, has a status without memory.
            return resident == 0 ? Optional.empty() : Optional.of(new ProcessMemory(resident, kib(status, "VmHWM:")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static long kib(List<String> status, String field) {
        return status.stream()
                .filter(line -> line.startsWith(field))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
