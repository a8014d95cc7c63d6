package io.snowkeeper.releasetest.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.releasetest.machine.PrivateNetwork;
import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.OnlyInFull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The image that deploy/Dockerfile makes, in containers as confined as those of deploy/compose.yaml. Needs root. */
@OnlyInFull
class ImageIT {

    private static final String IMAGE = "localhost/snowkeeper:test";
    private static final String NODE = "node";
    private static final String STATE = "/var/lib/snowkeeper";

    private static Podman podman;
    private static PrivateNetwork network;

    @BeforeAll
    static void build() throws Exception {
        podman = Podman.create();
        BaseImages.make(podman);
        podman.build(BaseImages.DOCKERFILE, Project.ROOT, IMAGE);
        network = PrivateNetwork.create();
    }

    @AfterAll
    static void removeAll() throws IOException {
        podman.close();
        network.close();
    }

    /** A node that no test has ended goes on. */
    @BeforeEach
    void start() throws IOException {
        if (!podman.run("ps", "--quiet").isBlank()) {
            return;
        }
        podman.removeContainers();
        podman.start(
                NODE,
                IMAGE,
                "--network=ns:" + network.file(),
                "--read-only",
                "--read-only-tmpfs=false",
                "--cap-drop=all",
                "--security-opt=no-new-privileges",
                "--memory=512m",
                "--pids-limit=512",
                "--env=SNOWKEEPER_NAME=n1",
                "--env=SNOWKEEPER_EMBEDDED_ZOOKEEPER=true",
                "--env=JDK_JAVA_OPTIONS=-Xlog:class+load:file=" + STATE + "/loaded-%p:none:filecount=0");
        await("an id")
                .ignoreException(IOException.class)
                .untilAsserted(() -> assertThat(id()).matches("\\{\"ids\":\\[\"\\d+\"],.*}\\n?"));
    }

    private static String id() throws IOException {
        return network.run("curl", "-sSf", "-X", "POST", "http://127.0.0.1:7071/v1/ids");
    }

    private static String inspect(String what) throws IOException {
        return podman.run("inspect", "--format", "{{" + what + "}}", NODE).strip();
    }

    private static Path proc(String file) throws IOException {
        return Path.of("/proc", inspect(".State.Pid"), file);
    }

    @Test
    void aNodeRunsAsItsUserWithoutCapabilitiesAndWritesToItsVolumeAlone() throws IOException {
        assertThat(Files.readString(proc("status"))).contains("Uid:\t10001\t10001", "CapEff:\t0000000000000000");
        assertThatThrownBy(() -> podman.run("exec", NODE, "touch", "/opt/snowkeeper/file"))
                .hasMessageContaining("Read-only file system");
        assertThat(podman.run("exec", NODE, "ls", "/var/lib/snowkeeper")).contains("zookeeper");
    }

    @Test
    void noProgramInItRunsAsAnotherUserThanWhoStartsIt() throws IOException {
        assertThat(podman.run("exec", "--user", "0", NODE, "find", "/", "-xdev", "-type", "f", "-perm", "/6000"))
                .isBlank();
    }

    @Test
    void itsClassesAreThoseOfTheArchive() throws IOException {
        assertThat(Files.readString(proc("maps"))).contains("/opt/snowkeeper/snowkeeper.jsa");
        assertThat(podman.run("logs", NODE)).doesNotContain("shared archive");
        List<String> loaded = loaded("loaded-1");
        assertThat(loaded).hasSizeGreaterThan(200);
        assertThat(archived(loaded)).isGreaterThan(loaded.size() * 9L / 10);
    }

    /** By the processors and the memory of the container. A command has classes that no node has. */
    @Test
    void theyAreWhateverCollectorTheJvmChooses() throws IOException {
        String log = "-Xlog:class+load:file=" + STATE + "/loaded-g1:none:filecount=0";
        podman.run(
                "exec",
                "--env=JDK_JAVA_OPTIONS=-XX:+UseG1GC -XX:SharedArchiveFile=/opt/snowkeeper/snowkeeper.jsa " + log,
                NODE,
                "/opt/java/bin/java",
                "-jar",
                "/opt/snowkeeper/snowkeeper.jar",
                "status");
        List<String> loaded = loaded("loaded-g1");
        assertThat(archived(loaded)).isGreaterThan(loaded.size() / 2);
    }

    /** Returns the lines of a JVM's log of loaded classes that are of our classes. */
    private static List<String> loaded(String log) throws IOException {
        return podman.run("exec", NODE, "cat", STATE + "/" + log)
                .lines()
                .filter(line -> line.startsWith("io.snowkeeper.") && !line.contains("$$Lambda"))
                .toList();
    }

    private static long archived(List<String> loaded) {
        return loaded.stream()
                .filter(line -> line.endsWith("source: shared objects file"))
                .count();
    }

    @Test
    void itsHealthCheckSaysWhetherItWorks() throws IOException {
        awaitHealthy();

        podman.run("kill", "--signal", "STOP", NODE);
        assertThatThrownBy(() -> podman.run("healthcheck", "run", NODE)).hasMessageContaining("status 1");

        podman.run("kill", "--signal", "CONT", NODE);
        awaitHealthy();
    }

    /** A check has three seconds, with all that Podman does for it. */
    private static void awaitHealthy() {
        await("a check that passes")
                .ignoreException(IOException.class)
                .untilAsserted(
                        () -> assertThat(podman.run("healthcheck", "run", NODE)).isBlank());
    }

    @Test
    void commandsAreRunInIt() throws IOException {
        assertThat(podman.run("exec", NODE, "/opt/java/bin/java", "-jar", "/opt/snowkeeper/snowkeeper.jar", "status"))
                .contains("n1");
    }

    @Test
    void argumentsOfItsCommandsAreUtf8() throws IOException {
        assertThatThrownBy(() -> podman.run(
                        "exec",
                        NODE,
                        "/opt/java/bin/java",
                        "-jar",
                        "/opt/snowkeeper/snowkeeper.jar",
                        "sequence",
                        "next",
                        "none",
                        "--key",
                        "M\u00fcller"))
                .hasMessageContaining("(error 20)");
    }

    @Test
    void aContainerThatIsStoppedDrainsAndEndsWell() throws IOException {
        podman.run("stop", "--time", "30", NODE);

        assertThat(inspect(".State.ExitCode")).isEqualTo("0");
        assertThat(podman.run("logs", NODE))
                .contains(
                        "stopping: new requests are refused", "stopping: worker id 0 is handed back", "Node: stopped");
    }

    @Test
    void aContainerThatIsDrainedOverHttpEndsWithTheStatusOfThat() throws IOException {
        network.run("curl", "-sSf", "-X", "POST", "http://127.0.0.1:7071/admin/drain");

        assertThat(podman.run("wait", NODE).strip()).isEqualTo("4");
    }
}
