package io.snowkeeper.loadtest.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A Java program in a process of its own, whose output is appended to a file. */
public final class JavaProcess {

    /**
     * Options for programs of which many run at a time. The whole heap is there from the start: a process whose memory grows
     * later does not do so for garbage.
     */
    public static final List<String> SMALL =
            List.of("-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;

    private JavaProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a process.
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
        return new JavaProcess(builder.start());
    }

    /** Returns the command that runs a program by the Java of this process. */
    public static List<String> command(List<String> options, List<String> program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(program);
        command.addAll(arguments);
        return command;
    }

    /** Returns the program of a main class. */
    public static List<String> mainClass(List<Path> classPath, String mainClass) {
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return List.of("-cp", path, mainClass);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int exitStatus() {
        return process.exitValue();
    }

    /** Sends SIGKILL and waits until the process is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Sends SIGTERM. Returns how long the process took to end, empty if it did not within the time. */
    public Optional<Duration> stop(Duration timeout) throws InterruptedException {
        long start = System.nanoTime();
        process.destroy();
        return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)
                ? Optional.of(Duration.ofNanos(System.nanoTime() - start))
                : Optional.empty();
    }

    public void pause() throws IOException {
        Shell.run("kill", "-STOP", Long.toString(process.pid()));
    }

    public void resume() throws IOException {
        Shell.run("kill", "-CONT", Long.toString(process.pid()));
    }

    /** Returns what the process has of the machine's memory, empty if it is gone. */
    public Optional<ProcessMemory> memory() {
        return ProcessMemory.of(process.pid());
    }

    /** Returns what the process takes of the machine, empty if it is gone. */
    public Optional<ResourceUsage> usage() {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try (var files = Files.list(proc.resolve("fd"))) {
            long open = files.count();
            return memory().map(memory -> new ResourceUsage(memory.residentKib(), open));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
