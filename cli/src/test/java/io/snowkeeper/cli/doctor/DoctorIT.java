package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The doctor's report on a running node, and on others that would run on the same machine. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoctorIT {

    private static final String NOBODY = "127.0.0.1:1";
    private static final Pattern SILENT = Pattern.compile("^failed +(zookeeper|znode rights) ", Pattern.MULTILINE);

    @TempDir
    private static Path folder;

    private TestingServer zooKeeper;
    private LocalNode node;
    private List<String> itsOptions;

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        Path state = folder.resolve("n1");
        node = LocalNode.serve(
                "--zookeeper",
                zooKeeper.getConnectString(),
                "--name",
                "n1",
                "--state-dir",
                state.toString(),
                "--redis-port",
                "0");
        int port = node.address().getPort();
        itsOptions = List.of(
                "--name=n1",
                "--zookeeper=" + zooKeeper.getConnectString(),
                "--state-dir=" + state,
                "--port=" + port,
                "--http-port=" + URI.create(node.httpUrl()).getPort(),
                "--redis-port=" + node.redisAddress().getPort());
        await().until(() -> Run.of("ids", "--server", "127.0.0.1:" + port).status() == 0);
        // Its name comes with a view of the fleet, of which the first may be late.
        await().until(() -> Run.of("fleet", "--url", node.httpUrl()).status() == 0);
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    /** Runs it again where it finds ZooKeeper silent: it waits for it five seconds, which a busy machine may take. */
    private static Run doctor(List<String> options, String... more) {
        List<String> all = new ArrayList<>(List.of("doctor"));
        all.addAll(options);
        all.addAll(List.of(more));
        return await().until(
                        () -> Run.of(all.toArray(String[]::new)),
                        run -> !SILENT.matcher(run.out()).find());
    }

    /** Another node on the same machine. */
    private List<String> another(String connectString) {
        return List.of("--name=n2", "--port=0", "--zookeeper=" + connectString, "--state-dir=" + folder.resolve("n2"));
    }

    private static List<String> failures(Run run) {
        return run.out().lines().filter(line -> line.startsWith("failed ")).toList();
    }

    @Test
    void aNodeThatRunsIsWell() {
        Run run = doctor(itsOptions);

        assertThat(run.err()).isEmpty();
        assertThat(failures(run)).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out().lines().filter(line -> line.endsWith(" is in use by node n1, which runs")))
                .as("state directory and three ports")
                .hasSize(4);
    }

    @Test
    void anotherNodeIsToldThatPortsAndStateAreInUse() {
        List<String> options = new ArrayList<>(itsOptions);
        options.set(0, "--name=n2");

        Run run = doctor(options);

        assertThat(run.status()).isEqualTo(1);
        assertThat(failures(run))
                .hasSize(4)
                .anyMatch(line ->
                        line.endsWith("the state directory is in use by another node; give each node one of its own"))
                .anyMatch(line -> line.endsWith(" is in use by node n1; choose another address with --bind and --port"))
                .anyMatch(
                        line -> line.endsWith(" is in use by node n1; choose another port with --redis-port, or none"))
                .anyMatch(line -> line.endsWith(
                        " is in use by node n1; choose another port with --http-port, or none with --http-port none"));
    }

    @Test
    void anotherNodeOfTheFleetWouldRunHereAndLeavesNothing() {
        Run run = doctor(another(zooKeeper.getConnectString()));

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("ok       zookeeper       " + zooKeeper.getConnectString() + " serves\n")
                .containsPattern("\nok       fleet           fleet [0-9a-f-]{36} with layout 41/10/12 ")
                .containsPattern("\nok       clock           -?\\d+ ms from ZooKeeper's, 5000 ms are allowed\n")
                .contains("\nok       worker ids      1023 of 1024 are free, the node takes 1\n");
        assertThat(folder.resolve("n2")).doesNotExist();
    }

    @Test
    void aNodeOfAnotherLayoutWouldNot() {
        Run run = doctor(another(zooKeeper.getConnectString()), "--layout", "41/8/14");

        assertThat(run.status()).isEqualTo(1);
        assertThat(failures(run))
                .singleElement()
                .asString()
                .startsWith("failed   fleet           the fleet's ids have layout 41/10/12 ");
    }

    @Test
    void oneServerThatIsAwayIsWarnedOf() {
        Run run = doctor(another(NOBODY + "," + zooKeeper.getConnectString()));

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("\nwarning  zookeeper       127.0.0.1:1: it accepts no connection: Connection refused"
                        + "; start it, or take it out of --zookeeper\n");
    }

    @Test
    void withoutAnyServerItWouldNotRun() throws Exception {
        Run run = doctor(another(NOBODY), "--json");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(1);
        JsonNode report = new ObjectMapper().readTree(run.out());
        assertThat(report.path("node").asText()).isEqualTo("n2");
        assertThat(report.path("failed").asInt()).isEqualTo(1);
        assertThat(report.findValuesAsText("check")).endsWith("zookeeper").doesNotContain("fleet", "clock");
    }

    @Test
    void whatServeWouldRefuseIsRefusedTheSameWay() {
        assertThat(doctor(List.of("--window", "500ms"))).isEqualTo(new Run(2, "", """
                        snowkeeper: must be >= 1s && <= 1h: --window 500ms
                        Try 'snowkeeper doctor --help'.
                        """));
        assertThat(doctor(another("a b")).status()).isEqualTo(2);
    }

    @Test
    void optionsComeFromTheEnvironmentAndTheFileToo() throws Exception {
        Path file = Files.writeString(folder.resolve("node.properties"), "state-dir=none\nport=0\n");

        Run run = await().until(
                        () -> Run.in(
                                Map.of("SNOWKEEPER_NAME", "n3", "SNOWKEEPER_ZOOKEEPER", zooKeeper.getConnectString()),
                                "doctor",
                                "--json",
                                "--config",
                                file.toString()),
                        found -> found.status() == 0);

        assertThat(new ObjectMapper().readTree(run.out()).path("node").asText()).isEqualTo("n3");
        assertThat(run.out()).contains("\"none: after a restart");
    }

    @Test
    void withoutZooKeeperItsOwnOneIsNotStarted() {
        Path state = folder.resolve("n4");

        Run run = doctor(List.of("--name=n4", "--port=0", "--embedded-zookeeper-port=0", "--state-dir=" + state));

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("ok       zookeeper       runs in the node's own process, with its data in "
                        + state.resolve("zookeeper"));
        assertThat(state).doesNotExist();
    }

    @Test
    void aZooKeeperOfItsOwnThatOtherMachinesDoNotReachIsAWarning() {
        Run run = doctor(List.of(
                "--name=n4",
                "--port=0",
                "--bind=0.0.0.0",
                "--embedded-zookeeper",
                "--embedded-zookeeper-port=0",
                "--state-dir=" + folder.resolve("n4")));

        assertThat(run.out())
                .contains(
                        "\nwarning  zookeeper       ZooKeeper runs in the node's own process, where no other machine reaches it: "
                                + "a node there would form another fleet, and give the same ids; run no other node, or give all nodes the same --zookeeper\n");
    }

    @Test
    void aZooKeeperOfTheNodesOwnIsLookedIntoWhileTheNodeRuns() throws Exception {
        int zooKeeperPort = Ports.next();
        Path state = folder.resolve("n6");
        try (LocalNode alone = LocalNode.serve(
                "--name",
                "n6",
                "--embedded-zookeeper-port",
                Integer.toString(zooKeeperPort),
                "--state-dir",
                state.toString(),
                "--http-port",
                "none")) {
            int port = alone.address().getPort();

            Run run = doctor(List.of(
                    "--name=n6",
                    "--port=" + port,
                    "--http-port=none",
                    "--embedded-zookeeper-port=" + zooKeeperPort,
                    "--state-dir=" + state));

            assertThat(failures(run)).isEmpty();
            assertThat(run.out())
                    .contains("\nok       port            127.0.0.1:%d is in use by node n6, which runs\n"
                            .formatted(zooKeeperPort))
                    .contains("\nok       zookeeper       127.0.0.1:%d serves\n".formatted(zooKeeperPort))
                    .contains("\nok       fleet           ");
        }
    }

    /** Versions and figures of the machine are not compared, nor that its folder for temporary files is in memory. */
    @Test
    void theDocumentShowsWhatItSays() throws Exception {
        String port = Integer.toString(Ports.next());
        String httpPort = Integer.toString(Ports.next());
        Path state = folder.resolve("n5");

        Run run = doctor(List.of(
                "--name=n5",
                "--port=" + port,
                "--http-port=" + httpPort,
                "--zookeeper=" + zooKeeper.getConnectString() + "," + NOBODY,
                "--state-dir=" + state,
                "--layout=41/8/14"));

        String shown = run.out()
                .replace("127.0.0.1:" + port + " ", "127.0.0.1:7070 ")
                .replace("127.0.0.1:" + httpPort + " ", "127.0.0.1:7071 ")
                .replace(zooKeeper.getConnectString(), "zk1:2181")
                .replace(NOBODY + ":", "zk2:2181:")
                .replace(state.toString(), "/var/lib/snowkeeper");
        assertThat(comparable(shown.lines().toList())).containsExactlyElementsOf(comparable(transcript()));
    }

    private static List<String> transcript() throws IOException {
        Matcher block = Pattern.compile("\\$ snowkeeper doctor [^\n]+\n(.+?)\n```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/reference/command-line.md")));
        assertThat(block.find()).as("a transcript in the document").isTrue();
        return block.group(1).lines().toList();
    }

    private static List<String> comparable(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.matches("warning +state directory .* is on (tmpfs|ramfs), .*"))
                .map(line -> line.replaceFirst("^(ok|warning) +(java|memory|open files) .*", "$2")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                        .replaceFirst("clock +-?\\d+ ms", "clock N ms")
                        .replaceFirst("^\\d+ ok, \\d+ warnings", "N ok, N warnings"))
                .toList();
    }
}
