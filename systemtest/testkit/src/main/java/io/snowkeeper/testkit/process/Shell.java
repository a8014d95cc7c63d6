package io.snowkeeper.testkit.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** Tools of the system that Java has no call for. */
public final class Shell {

    private Shell() {}

    /**
     * Runs a tool, and returns its output.
     *
     * @throws IOException if the tool is missing or does not succeed; carries its output
     */
    public static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        int status = process.onExit().join().exitValue();
        if (status != 0) {
            throw new IOException(
                    "%s ended with status %s: %s".formatted(String.join(" ", command), status, said.strip()));
        }
        return said;
    }
}
