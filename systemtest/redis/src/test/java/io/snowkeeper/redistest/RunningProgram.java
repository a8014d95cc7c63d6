package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.redistest.ClientProgram.Version;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A run of a program, with its output. Killed when it is closed. */
final class RunningProgram implements AutoCloseable {

    private final String name;
    private final Process process;
    private final Path output;
    private final Path errors;

    private RunningProgram(String name, Process process, Path output, Path errors) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    static RunningProgram start(
            ClientProgram program, Version version, Path folder, int port, String sequence, long rounds)
            throws IOException {
        String name = program + "-" + version;
        List<String> command = new ArrayList<>(program.prepare(folder, version));
        command.addAll(
                List.of("127.0.0.1", Integer.toString(port), sequence, "order-of-" + name, Long.toString(rounds)));
        Path output = Files.createTempFile(folder, name, ".out");
        Path errors = Files.createTempFile(folder, name, ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        return new RunningProgram(name, process, output, errors);
    }

    /** Waits for its end, which has to be a good one, and returns its lines. */
    List<String> awaitEnd() throws InterruptedException, IOException {
        assertThat(process.waitFor(Patience.LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .as("ended: " + this)
                .isTrue();
        assertThat(process.exitValue()).as(toString()).isZero();
        return lines();
    }

    /** Waits until it has taken {@code numbers} more; the test is that it goes on. */
    void awaitMore(int numbers) throws IOException {
        long before = numbers();
        await(this + " takes numbers").until(() -> {
            assertThat(process.isAlive()).as(toString()).isTrue();
            return numbers() >= before + numbers;
        });
    }

    private long numbers() throws IOException {
        try (Stream<String> lines = Files.lines(output)) {
            return lines.filter(line -> line.startsWith("incr ")).count();
        }
    }

    /** Returns its lines, but one that is not finished. */
    List<String> lines() throws IOException {
        String text = Files.readString(output);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    @Override
    public void close() {
        // A shell that outlives its child would go on with half of an answer.
        List<ProcessHandle> called = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        called.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public String toString() {
        try {
            return "%s, which has said: %s".formatted(name, Files.readString(errors));
        } catch (IOException e) {
            return name + ", whose errors cannot be read: " + e;
        }
    }
}
