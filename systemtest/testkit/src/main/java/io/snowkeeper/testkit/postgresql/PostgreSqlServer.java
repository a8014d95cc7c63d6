package io.snowkeeper.testkit.postgresql;

import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of Debian's package, with its data in a folder of its own. It forces no write to the disk: what its processes have
 * written survives their end, and a slow disk holds up no test.
 */
public final class PostgreSqlServer implements AutoCloseable {

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");

    /** It refuses to run as root. */
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");

    private final Path programs;
    private final Path folder;
    private final int port;
    private final List<String> options;

    private PostgreSqlServer(Path programs, Path folder, int port, List<String> options) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
        this.options = List.copyOf(options);
    }

    /**
     * Starts one on any port of this machine.
     *
     * @param settings as in postgresql.conf
     * @throws IOException if it is not installed, or does not start; carries its output
     */
    public static PostgreSqlServer start(String... settings) throws IOException {
        // Not below the folder of a test, which the server's user cannot read.
        Path folder = Files.createTempDirectory("postgresql");
        List<String> options = new ArrayList<>(List.of("-c", "fsync=off"));
        for (String setting : settings) {
            options.addAll(List.of("-c", setting));
        }
        PostgreSqlServer server = new PostgreSqlServer(newest(), folder, Ports.next(), options);
        if (isRoot()) {
            Shell.run("chown", "nobody:nogroup", folder.toString());
        }
        server.run(
                "initdb",
                "--no-sync",
                "-D",
                server.data(),
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8");
        server.start();
        return server;
    }

    private static Path newest() throws IOException {
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return versions.max(Comparator.comparingInt(
                            version -> Integer.parseInt(version.getFileName().toString())))
                    .orElseThrow()
                    .resolve("bin");
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private void start() throws IOException {
        List<String> all =
                new ArrayList<>(List.of("-p", Integer.toString(port), "-k", folder.toString(), "-h", "127.0.0.1"));
        all.addAll(options);
        run("pg_ctl", "-D", data(), "-w", "-l", folder.resolve("log").toString(), "-o", String.join(" ", all), "start");
    }

    /** Kills its processes, and starts it again. */
    public void crash() throws IOException {
        run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
        start();
    }

    /** Returns the address of a database that is there from the start, with its only user. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:%s/postgres?user=postgres".formatted(port);
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(isRoot() ? AS_NOBODY : List.of());
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        // Not Shell: a server that goes on has the output of the program that started it.
        Path said = Files.createTempFile(program, ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int status = process.onExit().join().exitValue();
        String text = Files.readString(said);
        Files.delete(said);
        if (status != 0) {
            throw new IOException("%s ended with status %s: %s".formatted(program, status, text.strip()));
        }
    }

    @Override
    public void close() throws IOException {
        run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
        Shell.run("rm", "-rf", folder.toString());
    }
}
