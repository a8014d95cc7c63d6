package io.snowkeeper.loadtest.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A program in a process of its own; what it says is appended to a file. */
public final class JavaProcess {

    private final Process process;

    private JavaProcess(Process process) {
        this.process = process;
    }

    /** @param prefix what stands before the command; it must replace itself by it, as {@code ip netns exec} does */
    public static JavaProcess start(
            List<String> prefix,
            List<Path> classPath,
            String mainClass,
            List<String> arguments,
            Map<String, String> environment,
            Path log)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // The whole heap from the start: what a process takes more of later is no garbage.
                "-Xms96m",
                "-Xmx96m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(
                        System.getProperty("path.separator"),
                        classPath.stream().map(Path::toString).toList()),
                mainClass));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new JavaProcess(builder.start());
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

    /** Sends SIGTERM and waits. Returns whether the process ended within the time. */
    public boolean stop(long seconds) throws InterruptedException {
        process.destroy();
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    public void pause() throws IOException {
        Shell.run("kill", "-STOP", Long.toString(process.pid()));
    }

    public void resume() throws IOException {
        Shell.run("kill", "-CONT", Long.toString(process.pid()));
    }

    /** Returns what the process takes, empty if it is gone. */
    public Optional<Footprint> footprint() {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try (var files = Files.list(proc.resolve("fd"))) {
            long open = files.count();
            return ProcessMemory.of(process.pid()).map(memory -> new Footprint(memory.residentKib(), open));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
