package io.snowkeeper.releasetest.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A tool that works for long, whose output is in a file. */
public final class Tool {

    private Tool() {}

    /**
     * Runs it in a folder, and returns when it has ended.
     *
     * @param environment variables beside those of this process
     * @throws IOException if the tool is missing or does not succeed; carries its output
     */
    public static void run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path said = Files.createTempFile("tool", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            builder.environment().putAll(environment);
            int status = builder.start().waitFor();
            if (status != 0) {
                throw new IOException("%s ended with status %d: %s"
                        .formatted(
                                String.join(" ", command),
                                status,
                                Files.readString(said).strip()));
            }
        } finally {
            Files.delete(said);
        }
    }
}
