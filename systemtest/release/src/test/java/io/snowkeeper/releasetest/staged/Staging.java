package io.snowkeeper.releasetest.staged;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.releasetest.machine.Tool;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A release that was staged from a copy of the sources in another folder, by a user with other habits than ours, and signed by a key
 * that is made for it. The first test of a build that has it as a parameter makes it, for the tests of all processes.
 */
final class Staging {

    private static final Path FOLDER = Path.of(
                    "target", "staged", requireNonNull(System.getProperty("snowkeeper.build")))
            .toAbsolutePath();

    private static final Path MADE = FOLDER.resolve("made");

    private Staging() {}

    private static Staging make() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER.getParent());
        alone(() -> {
            if (!Files.exists(MADE)) {
                // Those of former builds.
                Shell.run(
                        "find",
                        FOLDER.getParent().toString(),
                        "-mindepth",
                        "1",
                        "-type",
                        "d",
                        "-prune",
                        "-exec",
                        "rm",
                        "-rf",
                        "{}",
                        "+");
                stage("some/where/deep", "077", "Pacific/Auckland");
                Files.createFile(MADE);
            }
        });
        return new Staging();
    }

    /** Stages it once more, by a user with the usual habits. */
    StagedRelease again() throws IOException, InterruptedException {
        return stage("again", "022", "UTC");
    }

    private static StagedRelease stage(String place, String mask, String zone)
            throws IOException, InterruptedException {
        Path checkout = FOLDER.resolve(place).resolve("checkout");
        Checkout.copy(Project.ROOT, checkout);
        if (mask.equals("077")) {
            Shell.run("chmod", "-R", "go=", checkout.toString());
        }
        Path to = FOLDER.resolve(place).resolve("staged");
        // The agent's socket has a short path.
        Path keys = Files.createTempDirectory(
                "keys", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Map<String, String> habits = Map.of("GNUPGHOME", keys.toString(), "TZ", zone);
        try {
            Tool.run(
                    checkout,
                    habits,
                    List.of("gpg", "--batch", "--passphrase", "", "--quick-gen-key", "test@example.org"));
            Tool.run(
                    checkout,
                    habits,
                    List.of("gpg", "--output", to.resolveSibling("public.gpg").toString(), "--export"));
            Tool.run(
                    checkout,
                    habits,
                    List.of("sh", "-c", "umask %s; exec deploy/release/stage '%s' -T2".formatted(mask, to)));
        } finally {
            Shell.run("gpgconf", "--homedir", keys.toString(), "--kill", "gpg-agent");
            Shell.run("rm", "-rf", keys.toString(), checkout.toString());
        }
        return new StagedRelease(to);
    }

    StagedRelease release() {
        return new StagedRelease(FOLDER.resolve("some/where/deep/staged"));
    }

    /** Returns Maven's repository of the projects' dependencies: empty at first. */
    Path localRepository() {
        return FOLDER.resolve("local-repository");
    }

    /** Has Maven work on a project that knows the staged release. */
    void build(Path project, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "mvn",
                "-B",
                "-q",
                "-Dmaven.repo.local=" + localRepository(),
                "-Dstaged=" + release().repository().toUri(),
                "-Dsnowkeeper.version=" + Project.VERSION,
                "-Dspring-boot.version=" + requireNonNull(System.getProperty("spring-boot.version"))));
        command.addAll(List.of(arguments));
        // Two Mavens that fill one repository get into each other's way.
        alone(() -> Tool.run(project, Map.of(), command));
    }

    /**
     * Returns when a signature is found good.
     *
     * @throws IOException if it is not; carries the output of gpgv
     */
    void verify(Path signature, Path signed) throws IOException {
        Path key = release().folder().resolveSibling("public.gpg");
        Shell.run("gpgv", "--keyring", key.toString(), signature.toString(), signed.toString());
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Works while the tests of no other process do. */
    private static synchronized void alone(Work work) throws IOException, InterruptedException {
        Path lock = FOLDER.resolveSibling("lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            requireNonNull(held);
            work.run();
        }
    }

    /** Gives it to tests, as a parameter. */
    static final class Resolver implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Staging.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            try {
                return make();
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
