package io.snowkeeper.releasetest.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.releasetest.machine.PrivateNetwork;
import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The Debian package on this machine: installed, run as its unit says, and purged. Needs root. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DebianPackageIT {

    private static final Path PACKAGE =
            Project.ROOT.resolve("deploy/dist/target/snowkeeper_" + Project.VERSION + "_all.deb");

    private static final Path CONFIGURATION = Path.of("/etc/snowkeeper/snowkeeper.properties");
    private static final Path UNIT = Path.of("/usr/lib/systemd/system/snowkeeper.service");
    private static final Path DEFAULTS = Path.of("/etc/default/snowkeeper");
    private static final Path STATE = Path.of("/var/lib/snowkeeper");
    private static final Path PROGRAM = Path.of("/usr/bin/snowkeeper");

    /** The last ones: to install it anew with a Java takes the processor as long as ten starts of a node. */
    private static final int REMOVAL = Order.DEFAULT + 1;

    private static final int REINSTALLATION = Order.DEFAULT + 2;
    private static final int LAST = Order.DEFAULT + 3;

    /** The first of those that systemd takes for {@code DynamicUser}. */
    private static final String USER = "61184";

    @TempDir(factory = TempDirFactory.Standard.class)
    private Path folder;

    /** Its installation would stop a node that is needed, and its end would remove it. */
    @BeforeAll
    static void install() throws IOException {
        assertThat(List.of(CONFIGURATION, UNIT, STATE, PROGRAM, DEFAULTS))
                .as("no Snowkeeper on this machine, which this test would remove")
                .noneMatch(Files::exists);
        assertThat(Shell.run("dpkg", "-i", PACKAGE.toString())).doesNotContain("there is no archive");
    }

    @AfterEach
    void removeState() throws IOException {
        Shell.run("rm", "-rf", STATE.toString());
    }

    @AfterAll
    static void purge() throws IOException {
        Shell.run("dpkg", "--purge", "snowkeeper");
    }

    @Test
    void theProgramIsOnThePath() throws IOException {
        assertThat(Shell.run("snowkeeper", "--version")).isEqualTo("snowkeeper " + Project.VERSION + "\n");
        assertThat(Shell.run(
                        "bash",
                        "-c",
                        "source /usr/share/bash-completion/completions/snowkeeper; complete -p snowkeeper"))
                .contains("_complete_snowkeeper");
        assertThat(Path.of("/usr/share/bash-completion/completions/snowkeeper"))
                .content()
                .contains("doctor", "--fleet-name");
    }

    @Test
    void theDoctorFindsNothingThatKeepsANodeFromRunning() throws IOException {
        assertThat(Shell.run(
                        "snowkeeper",
                        "doctor",
                        "--port",
                        "0",
                        "--embedded-zookeeper-port",
                        "0",
                        "--state-dir",
                        folder.resolve("state").toString()))
                .endsWith(", 0 failed\n");
    }

    @Test
    void whatItsUnitStartsServesIdsAsAUserWithoutRightsAndIsStopped() throws Exception {
        makeStateDirectory();
        try (PrivateNetwork network = PrivateNetwork.create();
                JavaProcess node = start(network)) {
            String answer = node.await(() -> id(network), Patience.LIMIT);
            assertThat(answer).matches("\\{\"ids\":\\[\"\\d+\"],\"max_sequence\":\\d+}\\n?");
            assertThat(Files.readString(Path.of("/proc/" + node.pid() + "/status")))
                    .contains("Uid:\t" + USER + "\t" + USER, "CapEff:\t0000000000000000", "NoNewPrivs:\t1");

            assertThat(Files.readString(Path.of("/proc/" + node.pid() + "/maps")))
                    .as("of the archive of classes that was made at the installation")
                    .contains(archive().orElseThrow().toString());

            assertThat(node.stop(Patience.LIMIT)).isPresent();
            assertThat(node.exitStatus()).isZero();
        }
        assertThat(folder.resolve("log.txt")).content().contains("worker id 0 is handed back");
    }

    private static Optional<Path> archive() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/usr/lib/snowkeeper/lib"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).findFirst();
        }
    }

    /** The launcher looks at times alone, and the JVM at the rest. */
    @Test
    void anArchiveOfAnotherJarOfTheSameTimeIsNotAWordWorth() throws IOException {
        Path archive = archive().orElseThrow();
        Path jar = Path.of("/usr/lib/snowkeeper/lib/snowkeeper.jar");
        Path own = Files.copy(jar, folder.resolve("own.jar"), StandardCopyOption.COPY_ATTRIBUTES);
        try {
            try (FileSystem content = FileSystems.newFileSystem(jar)) {
                Files.createFile(content.getPath("other"));
            }
            Files.setLastModifiedTime(jar, Files.getLastModifiedTime(archive));

            assertThat(Shell.run(
                            "env",
                            "-u",
                            "JAVA_HOME",
                            "JAVA_OPTS=-XX:+PrintCommandLineFlags",
                            "snowkeeper",
                            "--version"))
                    .contains("=" + archive)
                    .endsWith("\nsnowkeeper " + Project.VERSION + "\n")
                    .doesNotContain("[warning]", "[error]");
        } finally {
            Files.move(own, jar, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** As after an upgrade of Java; that a file below has changed, dpkg finds by itself. */
    @Test
    @OnlyInFull
    void anotherBuildOfJavaHasTheArchiveMadeAnew() throws IOException {
        Files.move(archive().orElseThrow(), Path.of("/usr/lib/snowkeeper/lib/snowkeeper-17+0-former.jsa"));

        Shell.run("dpkg-trigger", "--by-package=snowkeeper", "/usr/lib/jvm");
        Shell.run("dpkg", "--triggers-only", "snowkeeper");

        assertThat(archive())
                .isPresent()
                .hasValueSatisfying(made -> assertThat(made.toString()).doesNotContain("former"));
    }

    /** As systemd does for {@code StateDirectory}. */
    private static void makeStateDirectory() throws IOException {
        assertThat(ServiceUnit.read(UNIT).value("StateDirectory")).isEqualTo("snowkeeper");
        Shell.run("install", "-d", "-m", "0700", "-o", USER, "-g", USER, STATE.toString());
    }

    private JavaProcess start(PrivateNetwork network) throws IOException {
        ServiceUnit unit = ServiceUnit.read(UNIT);
        List<String> command = new ArrayList<>(List.of("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"));
        command.addAll(List.of("--bounding-set", "-all", "--no-new-privs", "env", "-i"));
        command.addAll(List.of("PATH=/usr/sbin:/usr/bin:/sbin:/bin", unit.environment()));
        command.addAll(unit.command());
        return JavaProcess.start(new ProcessBuilder(network.command(command))
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log.txt").toFile()));
    }

    private static Optional<String> id(PrivateNetwork network) {
        try {
            return Optional.of(network.run("curl", "-sSf", "-X", "POST", "http://127.0.0.1:7071/v1/ids"));
        } catch (IOException e) {
            // Nothing listens yet, or the node has no worker id.
            return Optional.empty();
        }
    }

    @Test
    @Order(REMOVAL)
    void removingItKeepsTheConfigurationAndPurgingItKeepsNothing() throws IOException {
        makeStateDirectory();
        Files.writeString(STATE.resolve("worker"), "");
        Shell.run("dpkg", "--remove", "snowkeeper");
        assertThat(List.of(CONFIGURATION, STATE)).allMatch(Files::exists);
        assertThat(UNIT).doesNotExist();

        Shell.run("dpkg", "--purge", "snowkeeper");

        assertThat(Stream.of(CONFIGURATION.getParent(), STATE, Path.of("/usr/lib/snowkeeper"), PROGRAM))
                .noneMatch(Files::exists);
    }

    @Test
    @Order(REINSTALLATION)
    void withTheJavaOfItsUnitAwayItIsInstalledWithoutAnArchiveAndSaysSo() throws IOException {
        try {
            Files.writeString(DEFAULTS, "JAVA_HOME=/nowhere\n");

            assertThat(Shell.run("dpkg", "-i", PACKAGE.toString()))
                    .contains("snowkeeper: there is no archive of classes, nodes start more slowly;"
                            + " to see why: snowkeeper class-archive");
        } finally {
            Files.deleteIfExists(DEFAULTS);
        }
        assertThat(archive()).isEmpty();
        assertThat(Shell.run("snowkeeper", "--version")).isEqualTo("snowkeeper " + Project.VERSION + "\n");
    }

    /** A fleet that began anew would hand out numbers again. */
    @Test
    @Order(LAST)
    void purgingItKeepsAZooKeeperAndSaysSo() throws IOException {
        makeStateDirectory();
        Files.createDirectory(STATE.resolve("zookeeper"));

        assertThat(Shell.run("dpkg", "--purge", "snowkeeper"))
                .contains("snowkeeper: /var/lib/snowkeeper has a ZooKeeper with the worker ids and sequences of a fleet"
                        + " and is kept; if they are no longer needed: rm -r /var/lib/snowkeeper");
        assertThat(STATE.resolve("zookeeper")).exists();
    }
}
