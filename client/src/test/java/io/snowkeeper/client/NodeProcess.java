package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node of the packaged program, in a process of its own. Killed at the end, however that comes. */
final class NodeProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern LISTENS =
            Pattern.compile("^snowkeeper \\S+ listens on (\\S+:\\d+)$", Pattern.MULTILINE);

    private final Process process;
    private final Path stdout;
    private final Path stderr;

    private NodeProcess(Process process, Path stdout, Path stderr) {
        this.process = process;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /** Starts a node on any port, with its state below the folder, and further options. */
    static NodeProcess serve(Path folder, String name, String zooKeeper, String... options) throws IOException {
        String jar = System.getProperty("snowkeeper.jar");
        assertThat(jar)
                .as("system property snowkeeper.jar, the program to test")
                .isNotNull();
        Path stdout = Files.createTempFile(folder, "stdout", ".txt");
        Path stderr = Files.createTempFile(folder, "stderr", ".txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar));
        command.addAll(List.of("serve", "--name", name, "--zookeeper", zooKeeper, "--port", "0"));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("SNOWKEEPER_"));
        return new NodeProcess(builder.start(), stdout, stderr);
    }

    /** Waits until it is bound, and returns where. */
    String address() {
        Matcher listens = await("bound: " + this)
                .atMost(PATIENCE)
                .failFast("the process ended: " + this, () -> !process.isAlive())
                .until(() -> LISTENS.matcher(read(stdout)), Matcher::find);
        return listens.group(1);
    }

    /** Ends it as a power failure would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to stop, and waits until it has handed back what it had. */
    void drain() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("ended: " + this)
                .isTrue();
        assertThat(process.exitValue()).as("exit status of " + this).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "process %d, its log is %s".formatted(process.pid(), stderr);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
