package io.snowkeeper.loadtest.attack;

import io.snowkeeper.loadtest.client.NodePorts;
import io.snowkeeper.loadtest.client.Transport;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.ProcessMemory;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** A node in a process of its own, with its own ZooKeeper; its output is in one file. */
final class NodeUnderAttack implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(2);
    private static final Pattern LISTENS =
            Pattern.compile("^snowkeeper \\S+ listens on \\S+:(\\d+)$", Pattern.MULTILINE);
    private static final Pattern SPEAKS_REDIS =
            Pattern.compile("^snowkeeper \\S+ speaks Redis' protocol on \\S+:(\\d+)$", Pattern.MULTILINE);
    private static final Pattern ANSWERS_HTTP =
            Pattern.compile("^snowkeeper \\S+ answers HTTP on \\S+:(\\d+)$", Pattern.MULTILINE);

    private final JavaProcess process;
    private final Path log;
    private final NodePorts target;

    private NodeUnderAttack(JavaProcess process, Path log, NodePorts target) {
        this.process = process;
        this.log = log;
        this.target = target;
    }

    /**
     * Starts it, and comes back when it listens.
     *
     * @throws IOException if it does not come to that
     */
    static NodeUnderAttack start(AttackPlan plan, Path folder) throws IOException, InterruptedException {
        Optional<NodeCertificate> certificate =
                plan.transport() == Transport.TLS ? Optional.of(NodeCertificate.in(folder)) : Optional.empty();
        Path log = folder.resolve("node.log");
        JavaProcess process = JavaProcess.start(
                fileLimit(plan),
                plan.javaOptions(),
                List.of("-jar", plan.nodeJar().toString()),
                arguments(plan, folder, certificate),
                Map.of(),
                log);
        try {
            int line = awaitPort(process, log, LISTENS);
            int redis = awaitPort(process, log, SPEAKS_REDIS);
            int http = awaitPort(process, log, ANSWERS_HTTP);
            return new NodeUnderAttack(
                    process, log, new NodePorts(line, http, redis, certificate.map(NodeCertificate::certificate)));
        } catch (IOException | InterruptedException e) {
            process.kill();
            throw e;
        }
    }

    private static List<String> fileLimit(AttackPlan plan) {
        OptionalInt files = plan.kind().fileLimit();
        return files.isPresent() ? List.of("prlimit", "--nofile=" + files.getAsInt()) : List.of();
    }

    private static List<String> arguments(AttackPlan plan, Path folder, Optional<NodeCertificate> certificate) {
        List<String> arguments = new ArrayList<>(List.of("serve", "--name", "attacked"));
        arguments.addAll(List.of("--port", "0", "--http-port", "0", "--redis-port", "0"));
        arguments.addAll(List.of("--embedded-zookeeper-port", "0"));
        arguments.addAll(List.of("--state-dir", folder.resolve("state").toString()));
        arguments.addAll(List.of("--drain-timeout", plan.drainTimeout().toMillis() + "ms"));
        certificate.ifPresent(files -> arguments.addAll(List.of(
                "--tls-certificate",
                files.certificate().toString(),
                "--tls-key",
                files.key().toString())));
        arguments.addAll(plan.nodeOptions());
        return arguments;
    }

    private static int awaitPort(JavaProcess process, Path log, Pattern line) throws IOException, InterruptedException {
        try {
            return Integer.parseInt(process.awaitOutput(log, line, START).group(1));
        } catch (IOException e) {
            throw new IOException(
                    "the node did not start: " + Files.readString(log).strip(), e);
        }
    }

    NodePorts target() {
        return target;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns its memory, empty if it has ended. */
    Optional<ProcessMemory> memory() {
        return process.memory();
    }

    /** Returns how many lines it has logged so far. */
    long logLines() throws IOException {
        long lines = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(log), 1 << 16)) {
            byte[] bytes = new byte[1 << 16];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                for (int i = 0; i < count; i++) {
                    lines += bytes[i] == '\n' ? 1 : 0;
                }
            }
        }
        return lines;
    }

    /** Sends SIGTERM. Returns how long it took to end, empty if it did not within the time. */
    Optional<Duration> stop(Duration timeout) throws InterruptedException {
        return process.stop(timeout);
    }

    /** Returns the status that it has ended with. */
    int exitStatus() {
        return process.exitStatus();
    }

    /** Returns the file with its output. */
    Path log() {
        return log;
    }

    @Override
    public void close() {
        process.kill();
    }
}
