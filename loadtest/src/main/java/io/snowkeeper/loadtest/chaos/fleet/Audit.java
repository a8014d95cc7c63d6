package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command {@code sequence audit}, as an operator runs it. */
public final class Audit {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private Audit() {}

    /**
     * Audits a gapless sequence.
     *
     * @param classPath where the program is
     * @param log a file for what it prints, which is not there yet
     * @return what it found, empty if all is right
     */
    public static Optional<String> of(String sequence, List<FleetNode> nodes, List<Path> classPath, Path log)
            throws IOException, InterruptedException {
        String servers = nodes.stream()
                .map(node -> "127.0.0.1:" + node.address().getPort())
                .collect(Collectors.joining(","));
        try (JavaProcess audit = JavaProcess.start(
                List.of(),
                JavaProcess.SMALL,
                JavaProcess.mainClass(classPath, "io.snowkeeper.cli.Main"),
                List.of("sequence", "audit", sequence, "--server", servers),
                Map.of(),
                log)) {
            boolean right = audit.awaitEnd(TIMEOUT) && audit.exitStatus() == 0;
            return right ? Optional.empty() : Optional.of(Files.readString(log));
        }
    }
}
