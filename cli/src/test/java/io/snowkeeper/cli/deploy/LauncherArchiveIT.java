package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The archive of classes of an unpacked distribution, started by its launcher. */
class LauncherArchiveIT {

    private static final Path DEPLOY = Path.of("../deploy");
    private static final Pattern READY = Pattern.compile("ready: ids are made under worker id 0");

    @TempDir(factory = TempDirFactory.Standard.class)
    private Path folder;

    private Path home;
    private Path log;

    @BeforeEach
    void unpack() throws IOException {
        home = folder.resolve("a home");
        log = folder.resolve("log.txt");
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("bin"));
        for (String program : List.of("dist/src/bin/snowkeeper", "class-archive")) {
            Path source = DEPLOY.resolve(program);
            Path copy = Files.copy(
                    source, home.resolve("bin").resolve(source.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            Shell.run("chmod", "755", copy.toString());
        }
        Files.copy(NodeProcess.jar(), home.resolve("lib/snowkeeper.jar"));
    }

    private ProcessBuilder launcher(String... arguments) {
        ProcessBuilder builder =
                new ProcessBuilder(home.resolve("bin/snowkeeper").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(variable -> variable.startsWith("SNOWKEEPER_"));
        return builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
    }

    private JavaProcess serve() throws Exception {
        JavaProcess node = JavaProcess.start(
                launcher("serve", "--name", "n1", "--port", "0", "--http-port", "0", "--embedded-zookeeper-port", "0"));
        node.awaitOutput(log, READY, Patience.LIMIT);
        return node;
    }

    private Optional<Path> archive() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).findFirst();
        }
    }

    /** Where the process has mapped the archive, it is one of its files in memory. */
    private static boolean maps(JavaProcess node, Path archive) throws IOException {
        return Files.readString(Path.of("/proc/" + node.pid() + "/maps")).contains(archive.toString());
    }

    @Test
    void oneThatDoesNotFitIsNotAWordWorth() throws Exception {
        assertThat(launcher("class-archive").start().waitFor())
                .as(Files.readString(log))
                .isZero();
        Path made = archive().orElseThrow();
        // Another program of the same time.
        Path jar = home.resolve("lib/snowkeeper.jar");
        try (FileSystem content = FileSystems.newFileSystem(jar)) {
            Files.createFile(content.getPath("other"));
        }
        Files.setLastModifiedTime(jar, Files.getLastModifiedTime(made));

        try (JavaProcess node = serve()) {
            assertThat(Path.of("/proc/" + node.pid() + "/cmdline")).content().contains(made.toString());
            assertThat(node.stop(Patience.LIMIT)).isPresent();
        }
        assertThat(log).content().doesNotContain("[warning]", "[error]");
    }

    @Test
    void withoutArgumentsTheScriptSaysWhatItTakesWhereThereIsNoLauncher() throws Exception {
        Process script = new ProcessBuilder(DEPLOY.resolve("class-archive").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();

        assertThat(script.waitFor()).isEqualTo(2);
        assertThat(log).content().contains("    class-archive JAVA JAR ARCHIVE\n");
    }

    @Test
    void withoutArgumentsBesideTheLauncherItMakesTheOneThatTheLauncherTakes() throws Exception {
        ProcessBuilder script = launcher();
        script.command(home.resolve("bin/class-archive").toString());

        assertThat(script.start().waitFor()).as(Files.readString(log)).isZero();

        try (JavaProcess node = serve()) {
            assertThat(maps(node, archive().orElseThrow())).isTrue();
            assertThat(node.stop(Patience.LIMIT)).isPresent();
        }
    }
}
