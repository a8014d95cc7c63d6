package io.snowkeeper.testkit.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.ProcessMemory;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged program in a process of its own, with its output in files. Killed at the end, however that comes. */
public final class NodeProcess implements NodeUnderTest, AutoCloseable {

    /** Short lives: a quick start matters more than the peak. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** A start is mostly work for the processor, of which a busy machine may leave it a tenth. */
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private static final Pattern LISTENS =
            Pattern.compile("\\bsnowkeeper \\S+ listens on (\\S+):(\\d+)(\"|$)", Pattern.MULTILINE);

    private static final Pattern ANSWERS_HTTP =
            Pattern.compile("\\bsnowkeeper \\S+ answers HTTP on (\\S+:\\d+)(\"|$)", Pattern.MULTILINE);

    private static final Pattern SPEAKS_REDIS =
            Pattern.compile("\\bsnowkeeper \\S+ speaks Redis' protocol on (\\S+):(\\d+)(\"|$)", Pattern.MULTILINE);

    private final JavaProcess process;
    private final Path stdout;
    private final Path stderr;

    /** Where it says on which ports it is: in its log, if that is for programs. */
    private final Path addresses;

    private NodeProcess(JavaProcess process, Path stdout, Path stderr, Path addresses) {
        this.process = process;
        this.stdout = stdout;
        this.stderr = stderr;
        this.addresses = addresses;
    }

    /** Starts the program in a folder, with only the given variables of ours in its environment. */
    public static NodeProcess start(Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException {
        return run(jar(), folder, environment, List.of(), quickStart(), arguments);
    }

    /** Returns options of Java by which the program starts in a fraction of the time. */
    public static List<String> quickStart() throws IOException {
        List<String> options = new ArrayList<>(QUICK);
        options.add(ClassArchive.option(QUICK));
        // Where it was made for: at an address by chance, all that points into it is written anew.
        options.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"));
        return options;
    }

    /** Starts a server of another build of the program, on any port unless an option names one. */
    public static NodeProcess serveBy(Path jar, Path folder, Map<String, String> environment, String... options)
            throws IOException {
        return run(jar, folder, environment, List.of(), QUICK, serving(options));
    }

    /** Starts the program in a folder, with options of Java. */
    public static NodeProcess startWith(Path folder, List<String> javaOptions, List<String> arguments)
            throws IOException {
        return run(jar(), folder, Map.of(), List.of(), javaOptions, arguments);
    }

    private static NodeProcess run(
            Path jar,
            Path folder,
            Map<String, String> environment,
            List<String> prefix,
            List<String> javaOptions,
            List<String> arguments)
            throws IOException {
        Files.createDirectories(folder);
        Path stdout = Files.createTempFile(folder, "stdout", ".txt");
        Path stderr = Files.createTempFile(folder, "stderr", ".txt");
        List<String> command = new ArrayList<>(prefix);
        command.addAll(JavaProcess.command(javaOptions, List.of("-jar", jar.toString()), arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile());
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("SNOWKEEPER_") || variable.contains("JAVA"));
        builder.environment().putAll(environment);
        boolean logs = arguments.contains("json") || arguments.contains("ecs");
        return new NodeProcess(JavaProcess.start(builder), stdout, stderr, logs ? stderr : stdout);
    }

    /** Returns the program to test. */
    public static Path jar() {
        return Path.of(requireNonNull(
                System.getProperty("snowkeeper.jar"), "system property snowkeeper.jar, the program to test"));
    }

    /** Starts a server, on any port unless an option names one. */
    public static NodeProcess serve(Path folder, Map<String, String> environment, String... options)
            throws IOException {
        return start(folder, environment, serving(options));
    }

    /** Starts a server on any port with a limit of open files. */
    public static NodeProcess serveWithFiles(Path folder, int files, String... options) throws IOException {
        List<String> limited = List.of("sh", "-c", "ulimit -n " + files + " && exec \"$@\"", "sh");
        return run(jar(), folder, Map.of(), limited, quickStart(), serving(options));
    }

    /** Starts the program so that SIGINT ends it, which a process in the background of a shell would ignore, and all that it starts. */
    public static NodeProcess startInForeground(Path folder, List<String> arguments) throws IOException {
        List<String> heeding = List.of("env", "--default-signal=INT");
        return run(jar(), folder, Map.of(), heeding, quickStart(), arguments);
    }

    private static List<String> serving(String... options) {
        List<String> arguments = new ArrayList<>(List.of("serve"));
        arguments.addAll(List.of(options));
        if (!arguments.contains("--port")) {
            arguments.addAll(List.of("--port", "0"));
        }
        return arguments;
    }

    /** Waits until it is bound and returns where. */
    @Override
    public InetSocketAddress address() {
        return addressOf(awaitLine(LISTENS));
    }

    /** Waits until it is bound and returns where it speaks Redis' protocol. */
    public InetSocketAddress redisAddress() {
        return addressOf(awaitLine(SPEAKS_REDIS));
    }

    private static InetSocketAddress addressOf(Matcher line) {
        return new InetSocketAddress(line.group(1), Integer.parseInt(line.group(2)));
    }

    /** Waits until it is bound and returns where it answers HTTP. */
    @Override
    public String httpUrl() {
        return "http://" + awaitLine(ANSWERS_HTTP).group(1);
    }

    private Matcher awaitLine(Pattern line) {
        try {
            return process.awaitOutput(addresses, line, START_LIMIT);
        } catch (IOException e) {
            throw new UncheckedIOException("not bound: " + this, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + this, e);
        }
    }

    /** Sends a signal, such as {@code TERM}. */
    public void signal(String name) throws IOException {
        process.signal(name);
    }

    /** Ends it as a power failure would. */
    public void kill() {
        process.kill();
    }

    /** Asks it to stop and returns its exit status. */
    public int stop() throws IOException, InterruptedException {
        signal("TERM");
        return awaitExit();
    }

    /** Waits for its end and returns its exit status. */
    public int awaitExit() throws InterruptedException {
        assertThat(process.awaitEnd(Patience.LIMIT)).as("ended: " + this).isTrue();
        return process.exitStatus();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the memory of the process, empty if it is gone. */
    public Optional<ProcessMemory> memory() {
        return process.memory();
    }

    /** Returns where its standard input is written. */
    public OutputStream stdin() {
        return process.input();
    }

    public String stdout() {
        return read(stdout);
    }

    public String stderr() {
        return read(stderr);
    }

    @Override
    public void close() {
        process.close();
    }

    @Override
    public String toString() {
        return "process %s, its log is %s".formatted(pid(), stderr);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
