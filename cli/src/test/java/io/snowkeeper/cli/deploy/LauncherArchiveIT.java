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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The archive of classes of an unpacked distribution, started by its launcher. */
class LauncherArchiveIT {

    private static final Path DEPLOY = Path.of("../deploy");
    private static final Pattern READY = Pattern.compile("ready: ids are made under worker id 0");

    @TempDir(factory = TempDirFactory.Standard.class)
    private static Path folder;

    private static Path home;
    private static Path log;
    private static Path archive;

    /** The archive is made once: that takes the processor as long as ten starts. */
    @BeforeAll
    static void unpackAndMakeTheArchive() throws Exception {
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
        ProcessBuilder script = launcher();
        script.command(home.resolve("bin/class-archive").toString());
        assertThat(script.start().waitFor()).as(Files.readString(log)).isZero();
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            archive = files.filter(file -> file.toString().endsWith(".jsa"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static ProcessBuilder launcher(String... arguments) {
        ProcessBuilder builder =
                new ProcessBuilder(home.resolve("bin/snowkeeper").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(variable -> variable.startsWith("SNOWKEEPER_"));
        return builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
    }

    private static JavaProcess serve() throws Exception {
        JavaProcess node = JavaProcess.start(
                launcher("serve", "--name", "n1", "--port", "0", "--http-port", "0", "--embedded-zookeeper-port", "0"));
        node.awaitOutput(log, READY, Patience.LIMIT);
        return node;
    }

    /** Where the process has mapped the archive, it is one of its files in memory. */
    private static boolean maps(JavaProcess node, Path archive) throws IOException {
        return Files.readString(Path.of("/proc/" + node.pid() + "/maps")).contains(archive.toString());
    }

    @Test
    void oneThatDoesNotFitIsNotAWordWorth() throws Exception {
        Path jar = home.resolve("lib/snowkeeper.jar");
        Path own = Files.copy(jar, folder.resolve("own.jar"), StandardCopyOption.COPY_ATTRIBUTES);
        // Another program of the same time.
        try (FileSystem content = FileSystems.newFileSystem(jar)) {
            Files.createFile(content.getPath("other"));
        }
        Files.setLastModifiedTime(jar, Files.getLastModifiedTime(archive));

        try (JavaProcess node = serve()) {
            assertThat(Path.of("/proc/" + node.pid() + "/cmdline")).content().contains(archive.toString());
            assertThat(node.stop(Patience.LIMIT)).isPresent();
        } finally {
            Files.move(own, jar, StandardCopyOption.REPLACE_EXISTING);
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
    void whatTheScriptMakesBesideTheLauncherIsWhatTheLauncherTakes() throws Exception {
        try (JavaProcess node = serve()) {
            assertThat(maps(node, archive)).isTrue();
            assertThat(node.stop(Patience.LIMIT)).isPresent();
        }
    }
}
