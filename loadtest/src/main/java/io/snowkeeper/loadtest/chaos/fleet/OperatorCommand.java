package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A command of the program, as an operator runs it.
 *
 * @param status its exit status
 * @param output its output
 */
public record OperatorCommand(int status, String output) {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /**
     * Runs one to its end.
     *
     * @param classPath where the program is
     * @param log a file for its output, which does not exist yet
     * @throws IOException if it does not end within two minutes
     */
    public static OperatorCommand run(List<Path> classPath, List<String> arguments, Path log)
            throws IOException, InterruptedException {
        try (JavaProcess command = JavaProcess.start(
                List.of(),
                JavaProcess.SMALL,
                JavaProcess.mainClass(classPath, "io.snowkeeper.cli.Main"),
                arguments,
                Map.of(),
                log)) {
            if (!command.awaitEnd(TIMEOUT)) {
                throw new IOException("%s does not end within %s".formatted(arguments, TIMEOUT));
            }
            return new OperatorCommand(command.exitStatus(), Files.readString(log));
        }
    }
}
