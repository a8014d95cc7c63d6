package io.snowkeeper.loadtest.attack.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.loadtest.client.NodePorts;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/** An attacker, from its beginning to its sudden end. */
public final class AttackerProcess implements AutoCloseable {

    private final Process process;
    private volatile String traffic = "nothing";

    private AttackerProcess(Process process) {
        this.process = process;
    }

    /** Starts the process, and comes back when it is ready to strike. */
    public static AttackerProcess start(AttackKind kind, int strength, int addresses, NodePorts target, Path log)
            throws IOException {
        List<String> command = JavaProcess.command(
                List.of("-Xmx512m", "-XX:+UseSerialGC"),
                List.of("-cp", System.getProperty("java.class.path"), Attacker.class.getName()),
                Attacker.arguments(kind, strength, addresses, target));
        Process process = new ProcessBuilder(command)
                .redirectError(Redirect.appendTo(log.toFile()))
                .start();
        AttackerProcess attacker = new AttackerProcess(process);
        BufferedReader said = process.inputReader(UTF_8);
        if (said.readLine() == null) {
            throw new EOFException("the attacker ended before it began, see " + log);
        }
        Thread reader = new Thread(() -> attacker.listen(said), "attacker");
        reader.setDaemon(true);
        reader.start();
        return attacker;
    }

    public void strike() throws IOException {
        process.outputWriter(UTF_8).append('\n').flush();
    }

    /** Returns whether the attack has come to its strength. */
    public boolean isInPlace() {
        return traffic.startsWith(Attacker.IN_PLACE);
    }

    /** Returns its traffic so far. */
    public String traffic() {
        return traffic;
    }

    private void listen(BufferedReader said) {
        try {
            said.lines().forEach(line -> traffic = line);
        } catch (UncheckedIOException e) {
            // It was ended.
        }
    }

    /** Ends it as it stands: the system closes its connections. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
