package io.snowkeeper.releasetest.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.releasetest.machine.Tool;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * The program as it was at the commit that the file {@code former-version} names: that of the last release, once there is one. It is
 * built from the repository's history, and kept until that file names another commit.
 */
final class FormerVersion {

    private static final String HISTORY = Project.ROOT.toString();
    private static final Path PROGRAMS = Project.ROOT.resolve("systemtest/release/target/former-version");

    private FormerVersion() {}

    /**
     * Returns the program's jar.
     *
     * @throws IOException if the history does not have the commit, or it cannot be built
     */
    static Path jar() throws IOException, InterruptedException {
        String commit = commit();
        Path jar = PROGRAMS.resolve(commit + ".jar");
        if (!Files.exists(jar)) {
            build(commit, jar);
        }
        return jar;
    }

    private static String commit() throws IOException {
        try (InputStream file = requireNonNull(FormerVersion.class.getResourceAsStream("former-version"))) {
            return new String(file.readAllBytes(), UTF_8).strip();
        }
    }

    private static void build(String commit, Path jar) throws IOException, InterruptedException {
        requireInHistory(commit);
        Files.createDirectories(PROGRAMS);
        Path sources = Files.createTempDirectory("former-version");
        try {
            Path archive = sources.resolve("sources.tar");
            Shell.run("git", "-C", HISTORY, "archive", "--output", archive.toString(), commit);
            Shell.run("tar", "-xf", archive.toString(), "-C", sources.toString());
            // It was checked then. Error Prone takes five times as long as the compiler.
            Shell.run(
                    "sed",
                    "-i",
                    "/-Xplugin:ErrorProne/d",
                    sources.resolve("pom.xml").toString());
            Tool.run(
                    sources,
                    Map.of(),
                    List.of("mvn", "-q", "-B", "-T2", "-Dmaven.test.skip=true", "-pl", "cli", "-am", "package"));
            Files.move(sources.resolve("cli/target/snowkeeper.jar"), jar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Shell.run("rm", "-rf", sources.toString());
        }
    }

    private static void requireInHistory(String commit) throws IOException {
        try {
            Shell.run("git", "-C", HISTORY, "cat-file", "-e", commit + "^{commit}");
        } catch (IOException e) {
            throw new IOException(
                    "the history has no commit %s, whose program is to run beside this one; in a shallow clone, fetch the rest: git fetch --unshallow"
                            .formatted(commit),
                    e);
        }
    }
}
