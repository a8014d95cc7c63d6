package io.snowkeeper.benchmarks.capacity;

import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of a Java process that is in use after a full collection. */
final class LiveHeap {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private LiveHeap() {}

    /** Returns it in bytes. */
    static long bytes(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(JavaProcess.tool("jcmd"), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String answer = new String(jcmd.getInputStream().readAllBytes());
        jcmd.waitFor();
        Matcher total = TOTAL.matcher(answer);
        if (!total.find()) {
            throw new IOException(
                    "jcmd tells no total: " + answer.lines().findFirst().orElse(""));
        }
        return Long.parseLong(total.group(1));
    }
}
