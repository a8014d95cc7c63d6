package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged program in a process of its own, with its output in files. Killed at the end, however that comes. */
final class NodeProcess implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern LISTENS =
            Pattern.compile("^snowkeeper \\S+ listens on (\\S+):(\\d+)$", Pattern.MULTILINE);

    private static final Pattern ANSWERS_HTTP =
            Pattern.compile("^snowkeeper \\S+ answers HTTP on (\\S+:\\d+)$", Pattern.MULTILINE);

    private final Process process;
    private final Path stdout;
    private final Path stderr;

    private NodeProcess(Process process, Path stdout, Path stderr) {
        this.process = process;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /** Starts the program in a folder, with nothing of ours in its environment but what is given. */
    static NodeProcess start(Path folder, Map<String, String> environment, List<String> arguments) throws IOException {
        return run(folder, environment, command(arguments));
    }

    private static NodeProcess run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException {
        Files.createDirectories(folder);
        Path stdout = Files.createTempFile(folder, "stdout", ".txt");
        Path stderr = Files.createTempFile(folder, "stderr", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("SNOWKEEPER_"));
        builder.environment().putAll(environment);
        return new NodeProcess(builder.start(), stdout, stderr);
    }

    /** Starts a server on any port. */
    static NodeProcess serve(Path folder, Map<String, String> environment, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
        arguments.addAll(List.of(options));
        return start(folder, environment, arguments);
    }

    /** Starts a server on any port that may open so many files. */
    static NodeProcess serveWithFiles(Path folder, int files, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
        arguments.addAll(List.of(options));
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -n " + files + " && exec \"$@\"", "sh"));
        command.addAll(command(arguments));
        return run(folder, Map.of(), command);
    }

    private static List<String> command(List<String> arguments) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String jar = System.getProperty("snowkeeper.jar");
        assertThat(jar)
                .as("system property snowkeeper.jar, the program to test")
                .isNotNull();
        // Short lives: a quick start matters more than the peak.
        List<String> command =
                new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar));
        command.addAll(arguments);
        return command;
    }

    /** Waits until it is bound and returns where. */
    InetSocketAddress address() {
        Matcher listens = awaitLine(LISTENS);
        return new InetSocketAddress(listens.group(1), Integer.parseInt(listens.group(2)));
    }

    /** Waits until it is bound and returns where it answers HTTP. */
    String httpUrl() {
        return "http://" + awaitLine(ANSWERS_HTTP).group(1);
    }

    private Matcher awaitLine(Pattern line) {
        return await("bound: " + this)
                .atMost(PATIENCE)
                .failFast("the process ended", () -> !process.isAlive())
                .until(() -> line.matcher(stdout()), Matcher::find);
    }

    LineClient connect() throws IOException {
        return LineClient.connect(address());
    }

    /** Waits until it has a worker id and returns that. */
    long awaitWorkerId() throws IOException {
        try (LineClient client = connect()) {
            return await("ready: " + this)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(client::status, status -> status.get("worker_id").isNumber())
                    .get("worker_id")
                    .asLong();
        }
    }

    /** Returns the answer to a generate. */
    JsonNode generate() throws IOException {
        try (LineClient client = connect()) {
            return client.generate();
        }
    }

    /** Sends a signal, such as {@code TERM}. */
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(name, process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).as("status of kill").isZero();
    }

    /** Ends it as a power failure would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to stop and returns its exit status. */
    int stop() throws IOException, InterruptedException {
        signal("TERM");
        return awaitExit();
    }

    /** Waits for its end and returns its exit status. */
    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("ended: " + this)
                .isTrue();
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String stdout() {
        return read(stdout);
    }

    String stderr() {
        return read(stderr);
    }

    Process process() {
        return process;
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
