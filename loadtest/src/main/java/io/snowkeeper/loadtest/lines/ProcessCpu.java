package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of a process, of all its threads, in user mode and in the kernel, as Linux counts it.
 *
 * @param stat the file with it, null for none
 */
record ProcessCpu(@Nullable Path stat) {

    /** In hundredths of a second, on all of Linux's platforms. */
    private static final double TICKS_PER_SECOND = 100;

    // Counted from the field after the process's name, which may hold anything.
    private static final int USER_TIME = 11;
    private static final int KERNEL_TIME = 12;

    static ProcessCpu of(@Nullable Long pid) {
        return new ProcessCpu(pid == null ? null : Path.of("/proc", pid.toString(), "stat"));
    }

    /** Returns the time since the process was started, not a number if there is none to look at. */
    double seconds() throws IOException {
        if (stat == null) {
            return Double.NaN;
        }
        String text = Files.readString(stat);
        List<String> fields =
                Arrays.asList(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
        return (Long.parseLong(fields.get(USER_TIME)) + Long.parseLong(fields.get(KERNEL_TIME))) / TICKS_PER_SECOND;
    }
}
