package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of docs/run/restoring.md, by its very commands. */
@Tag("system")
class RestoreDocumentIT {

    private static final Path PAGE = Path.of("../docs/run/restoring.md");
    private static final Pattern COMMANDS =
            Pattern.compile("^ *```sh\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final String ADDRESS = "zk1:2181";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The numbers that were given in each mode, the last one last. */
    private final Map<SequenceMode, List<Long>> given = new EnumMap<>(SequenceMode.class);

    private String reservation = "";

    @AfterEach
    void stopAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /** The blocks of commands, in their order. */
    private enum Step {
        BACK_UP,
        PUT_BACK,
        BEGIN,
        LOOK,
        CONFIRM;

        List<String> commands() throws IOException {
            List<String> blocks = COMMANDS.matcher(Files.readString(PAGE))
                    .results()
                    .map(block -> block.group(1))
                    .toList();
            assertThat(blocks).hasSameSizeAs(values());
            return blocks.get(ordinal()).lines().map(String::strip).toList();
        }
    }

    /** Runs a step; returns the status of its last command. */
    private int run(Step step, String zooKeeper, String... more) throws Exception {
        int status = 0;
        for (String command : step.commands()) {
            List<String> words =
                    new ArrayList<>(List.of(command.replace(ADDRESS, zooKeeper).split(" ")));
            if (words.remove("snowkeeper")) {
                words.addAll(List.of(more));
                status = recover(step, words);
            } else {
                Shell.run("env", "-C", folder.toString(), "sh", "-c", command);
            }
        }
        return status;
    }

    /** A look is a process, whose output has nothing else; the other runs are in this one, and a fraction of the time. */
    private int recover(Step step, List<String> words) throws Exception {
        if (step == Step.LOOK) {
            NodeProcess program = opened(NodeProcess.start(folder, Map.of(), words));
            int status = program.awaitExit();
            assertThat(program.stderr()).isEmpty();
            return status;
        }
        // ZooKeeper takes connections before it serves, and leaves those without an answer.
        Run run = await("ZooKeeper serves")
                .until(
                        () -> Run.of(words.toArray(String[]::new)),
                        tried -> !tried.err().contains("cannot be reached"));
        assertThat(run.err()).isEmpty();
        return run.status();
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.add(resource);
        return resource;
    }

    private NodeProcess serve(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--name", "n1", "--window", "3s", "--max-skew", "1s", "--sequence-timeout", "1m"));
        return opened(NodeProcess.serve(folder, Map.of(), all.toArray(String[]::new)));
    }

    private static JsonNode next(LineClient client, SequenceMode mode) throws IOException {
        return client.call("{\"type\":\"sequence_next\",\"sequence\":\"%s\"}".formatted(mode.text()));
    }

    private void create(LineClient client) throws IOException {
        await().until(
                        () -> client.call("{\"type\":\"sequence_list\"}")
                                .path("type")
                                .asText(),
                        "sequence_list_ok"::equals);
        long from = 1;
        for (SequenceMode mode : SequenceMode.values()) {
            JsonNode made = client.call(
                    "{\"type\":\"sequence_create\",\"sequence\":\"%s\",\"mode\":\"%s\",\"from\":%d,\"to\":%d}"
                            .formatted(mode.text(), mode.text(), from, from + 999_999));
            assertThat(made.path("type").asText()).as("%s", made).isEqualTo("sequence_create_ok");
            from += 1_000_000;
        }
    }

    private void take(LineClient client, int count) throws IOException {
        for (SequenceMode mode : SequenceMode.values()) {
            for (int i = 0; i < count; i++) {
                JsonNode answer = next(client, mode);
                given.computeIfAbsent(mode, unused -> new ArrayList<>())
                        .add(answer.path("numbers").path(0).asLong(-1));
                reservation = answer.path("reservation").asText(reservation);
            }
        }
    }

    /** Starts a node that hands out numbers before its data is backed up, and after it. */
    private NodeProcess serveBeyondABackup(String zooKeeper, String... options) throws Exception {
        NodeProcess node = serve(options);
        try (LineClient client = node.connect()) {
            create(client);
            take(client, 2);
            run(Step.BACK_UP, zooKeeper);
            take(client, 30);
        }
        return node;
    }

    /** Has a node that was just started say that it serves no sequences. */
    private static void assertClosed(NodeProcess node) throws IOException {
        try (LineClient client = node.connect()) {
            for (SequenceMode mode : SequenceMode.values()) {
                JsonNode answer = answered(client, mode);
                assertThat(answer.path("reason").asText()).as("%s", answer).isEqualTo("ensemble-restored");
            }
        }
    }

    /** Asks until the node has looked at ZooKeeper, of which it knows nothing at first, and on a slow machine for a while. */
    private static JsonNode answered(LineClient client, SequenceMode mode) {
        return await().until(
                        () -> next(client, mode),
                        answer -> !Set.of("not-started", "zookeeper-away")
                                .contains(answer.path("reason").asText()));
    }

    private void assertGoesOn(NodeProcess node) throws IOException {
        try (LineClient client = node.connect()) {
            for (SequenceMode mode : SequenceMode.values()) {
                JsonNode answer = answered(client, mode);
                List<Long> before = given.get(mode);
                assertThat(answer.path("numbers").path(0).asLong(-1))
                        .as("%s %s", mode, answer)
                        .isGreaterThan(before.get(before.size() - 1));
            }
            JsonNode late =
                    client.call("{\"type\":\"sequence_confirm\",\"sequence\":\"gapless\",\"reservation\":\"%s\"}"
                            .formatted(reservation));
            assertThat(late.path("code").asInt()).as("%s", late).isEqualTo(20);
        }
        node.awaitWorkerId();
        node.awaitId();
    }

    private String books(SequenceMode mode) throws IOException {
        List<String> lines = given.get(mode).stream()
                .map(number -> number + ",document of " + number)
                .toList();
        return mode.text() + "=" + Files.write(folder.resolve(mode.text() + ".csv"), lines);
    }

    @Test
    void ofTheZooKeeperInTheNodesProcessWhoseStateDirectoryIsThereStill() throws Exception {
        int port = Ports.next();
        String zooKeeper = "127.0.0.1:" + port;
        String[] options = {"--embedded-zookeeper-port", String.valueOf(port)};
        NodeProcess node = serveBeyondABackup(zooKeeper, options);
        assertThat(node.stop()).isZero();
        run(Step.PUT_BACK, zooKeeper);

        NodeProcess after = serve(options);
        assertClosed(after);
        assertThat(run(Step.LOOK, zooKeeper)).isEqualTo(3);
        assertClosed(after);
        assertThat(run(Step.CONFIRM, zooKeeper)).isZero();
        assertThat(run(Step.CONFIRM, zooKeeper)).as("it was ended").isEqualTo(3);

        assertGoesOn(after);
        assertThat(folder.resolve("snowkeeper-data/n1/zookeeper-restored")).doesNotExist();
    }

    @Test
    void ofTheZooKeeperInTheNodesProcessWhoseStateIsLostByTheBooks() throws Exception {
        int port = Ports.next();
        String zooKeeper = "127.0.0.1:" + port;
        String[] options = {"--embedded-zookeeper-port", String.valueOf(port)};
        NodeProcess node = serveBeyondABackup(zooKeeper, options);
        node.kill();
        Files.delete(folder.resolve("snowkeeper-data/n1/node-state.json"));
        Files.deleteIfExists(folder.resolve("snowkeeper-data/n1/sequence-notes.json"));
        run(Step.PUT_BACK, zooKeeper);

        NodeProcess after = serve(options);
        assertClosed(after);
        assertThat(run(Step.CONFIRM, zooKeeper))
                .as("nothing is known of any sequence")
                .isEqualTo(3);
        Path old = Files.writeString(
                folder.resolve("old.csv"), given.get(SequenceMode.GAPLESS).get(0) + "\n");
        assertThat(run(Step.CONFIRM, zooKeeper, "--others-unused", "--books", "gapless=" + old))
                .as("books that may be as old as the backup")
                .isEqualTo(3);
        assertThat(run(
                        Step.CONFIRM,
                        zooKeeper,
                        "--books",
                        books(SequenceMode.ORDERED),
                        "--books",
                        books(SequenceMode.GAPLESS),
                        "--next",
                        "block=" + (Collections.max(given.get(SequenceMode.BLOCK)) + 1)))
                .isZero();

        assertGoesOn(after);
    }

    @Test
    void ofAnEnsembleWhoseNodesHaveNoStateDirectory() throws Exception {
        ZooKeeperServer server = opened(ZooKeeperServer.plain(folder));
        Path data = folder.resolve("zookeeper/version-2");
        NodeProcess node = serve("--zookeeper", server.connectString(), "--state-dir", "state-before");
        try (LineClient client = node.connect()) {
            create(client);
            take(client, 2);
            Shell.run("cp", "-a", data.toString(), folder.resolve("backup").toString());
            take(client, 30);
        }
        node.kill();
        server.close();
        Shell.run("rm", "-r", data.toString());
        Shell.run("cp", "-a", folder.resolve("backup").toString(), data.toString());
        String restored = opened(ZooKeeperServer.plain(folder)).connectString();
        assertThat(run(Step.BEGIN, restored)).isZero();

        NodeProcess after = serve("--zookeeper", restored, "--state-dir", "state-after");
        assertClosed(after);
        List<String> more = new ArrayList<>();
        for (SequenceMode mode : SequenceMode.values()) {
            List<Long> numbers = given.get(mode);
            more.addAll(List.of("--next", mode.text() + "=" + (numbers.get(numbers.size() - 1) + 1)));
        }
        assertThat(run(Step.LOOK, restored, more.toArray(String[]::new))).isEqualTo(3);
        assertThat(run(Step.CONFIRM, restored, more.toArray(String[]::new))).isZero();

        assertGoesOn(after);
    }
}
