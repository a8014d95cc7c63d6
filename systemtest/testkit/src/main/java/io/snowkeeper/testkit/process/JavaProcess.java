package io.snowkeeper.testkit.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Java program in a process of its own, whose output is in files. Killed when it is closed. */
public final class JavaProcess implements AutoCloseable {

    /** Options for short-lived processes of unshipped classes, in which a start matters more than the peak. */
    public static final List<String> QUICK = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-XX:ArchiveRelocationMode=0");

    /**
     * Options for programs of which many run at a time. The whole heap is there from the start: a process whose memory grows
     * later does not do so for garbage.
     */
    public static final List<String> SMALL =
            List.of("-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final long POLL_MILLIS = 20;

    private final Process process;

    private JavaProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a process whose output is appended to a file.
     *
     * @param prefix the command in front of Java's, which must replace itself by it, as {@code ip netns exec} does
     * @param program such as {@link #mainClass} returns
     * @param environment variables beside those of this process
     */
    public static JavaProcess start(
            List<String> prefix,
            List<String> options,
            List<String> program,
            List<String> arguments,
            Map<String, String> environment,
            Path log)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(options, program, arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return start(builder);
    }

    /** Starts a process prepared elsewhere, by {@link #command} and perhaps something in front of it. */
    public static JavaProcess start(ProcessBuilder builder) throws IOException {
        return new JavaProcess(builder.start());
    }

    /** Returns the command that runs a program by the Java of this process. */
    public static List<String> command(List<String> options, List<String> program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(tool("java"));
        command.addAll(options);
        command.addAll(program);
        command.addAll(arguments);
        return command;
    }

    /** Returns where a tool of the JDK is that runs this process. */
    public static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns the program of a main class. */
    public static List<String> mainClass(List<Path> classPath, String mainClass) {
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return List.of("-cp", path, mainClass);
    }

    /** Returns the program of a main class that this process has, too. */
    public static List<String> mainClass(Class<?> mainClass) {
        return mainClass(ownClassPath(), mainClass.getName());
    }

    /** Returns the class path of this process; in a test, that of the tests. */
    public static List<Path> ownClassPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(path.split(File.pathSeparator, -1)).map(Path::of).toList();
    }

    /** Something that a process brings about. */
    public interface Look<T> {

        /** Returns it, empty if it is not there yet. */
        Optional<T> look() throws IOException, InterruptedException;
    }

    /**
     * Waits until something is there.
     *
     * @throws IOException if it is not there within the time, or when the process ends
     */
    public <T> T await(Look<T> look, Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            boolean alive = isAlive();
            Optional<T> found = look.look();
            if (found.isPresent()) {
                return found.get();
            }
            if (!alive) {
                throw new IOException("the process ended");
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("not within %s".formatted(timeout));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Waits until it has written something to a file.
     *
     * @throws IOException as {@link #await} does
     */
    public Matcher awaitOutput(Path file, Pattern output, Duration timeout) throws IOException, InterruptedException {
        return await(() -> Optional.of(output.matcher(Files.readString(file))).filter(Matcher::find), timeout);
    }

    public long pid() {
        return process.pid();
    }

    /** Returns where its input is written, if that comes from this process. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** Returns where its output is read, if that goes to this process. */
    public InputStream output() {
        return process.getInputStream();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int exitStatus() {
        return process.exitValue();
    }

    /** Returns whether it has ended within the time. */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends SIGKILL and waits until the process is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Sends SIGTERM. Returns how long the process took to end, empty if it did not within the time. */
    public Optional<Duration> stop(Duration timeout) throws InterruptedException {
        long start = System.nanoTime();
        process.destroy();
        return awaitEnd(timeout) ? Optional.of(Duration.ofNanos(System.nanoTime() - start)) : Optional.empty();
    }

    /** Sends a signal, such as {@code TERM}. */
    public void signal(String name) throws IOException {
        Shell.run("kill", "-" + name, Long.toString(process.pid()));
    }

    public void pause() throws IOException {
        signal("STOP");
    }

    public void resume() throws IOException {
        signal("CONT");
    }

    /** Returns the memory of the process, empty if it is gone. */
    public Optional<ProcessMemory> memory() {
        return ProcessMemory.of(process.pid());
    }

    /** Returns the resources of the process, empty if it is gone. */
    public Optional<ResourceUsage> usage() {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try (var files = Files.list(proc.resolve("fd"))) {
            long open = files.count();
            return memory().map(memory -> new ResourceUsage(memory.residentKib(), open));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
