package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program between a client's pipes: bytes in, bytes out, and nothing else on standard output. */
@Tag("system")
class StdioProcessIT {

    private static final String INIT =
            "{\"src\":\"c0\",\"dest\":\"n3\",\"body\":{\"type\":\"init\",\"msg_id\":1,\"node_id\":\"n3\",\"node_ids\":[\"n3\"]}}\n";
    private static final String GENERATE =
            "{\"src\":\"c1\",\"dest\":\"n3\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}\n";
    private static final String BATCH =
            "{\"src\":\"c1\",\"dest\":\"n3\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":3,\"count\":5}}\n";
    private static final String VERIFY =
            "{\"src\":\"c1\",\"dest\":\"n3\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":4,\"ids\":[10,20,10,30]}}\n";
    private static final String SORTABLE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate_sortable\",\"msg_id\":6}}\n";
    private static final String STATUS = "{\"src\":\"c1\",\"body\":{\"type\":\"status\"}}\n";
    private static final String ID = "\\d{18}";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    @Test
    void answersTheCoursesRequestsWithoutAFleetUnderTheWorkerIdInTheNodeId() throws Exception {
        try (NodeProcess node = stdio()) {
            feed(node, INIT + GENERATE + BATCH + VERIFY + STATUS);

            assertThat(node.awaitExit()).isZero();
            assertThat(node.stdout())
                    .matches("""
                            {"src": "n3", "dest": "c0", "body": {"type": "init_ok", "in_reply_to": 1, "msg_id": 0}}
                            {"src": "n3", "dest": "c1", "body": {"type": "generate_ok", "id": ID, "in_reply_to": 2, "msg_id": 1}}
                            {"src": "n3", "dest": "c1", "body": {"type": "generate_batch_ok", "ids": [ID, ID, ID, ID, ID], "max_sequence": \\d, "in_reply_to": 3, "msg_id": 2}}
                            {"src": "n3", "dest": "c1", "body": {"type": "verify_ids_ok", "count": 4, "unique": 3, "is_sorted": false, "duplicates": [10], "in_reply_to": 4, "msg_id": 3}}
                            {"src": "n3", "dest": "c1", "body": {"type": "status_ok", .*"phase": "alone".*"worker_id": 3,.*}}
                            """.replaceAll("([{}\\[\\]])", "\\\\$1").replace("ID", ID));
            assertThat(node.stderr()).isEmpty();
        }
    }

    @Test
    void claimsAWorkerIdWithZooKeeperGivesSortableIdsTooAndHandsItBackAtTheEndOfInput() throws Exception {
        try (ProcessFleet fleet = ProcessFleet.onSharedZooKeeper(folder);
                NodeProcess node = stdio("--zookeeper", fleet.connectString(), "--init-wait", "1m")) {
            feed(node, INIT + GENERATE + SORTABLE);

            assertThat(node.awaitExit()).isZero();
            assertThat(node.stdout()).matches("""
                            {"src": "n3", "dest": "c0", "body": {"type": "init_ok", "in_reply_to": 1, "msg_id": 0}}
                            {"src": "n3", "dest": "c1", "body": {"type": "generate_ok", "id": ID, "in_reply_to": 2, "msg_id": 1}}
                            {"src": "n3", "dest": "c1", "body": {"type": "generate_sortable_ok", "ids": ["HEX"], .*}}
                            """.replaceAll("([{}\\[])", "\\\\$1")
                    .replace("ID", ID)
                    .replace("HEX", "[0-9a-f]{32}"));
            assertThat(fleet.claims()).isEmpty();
        }
    }

    @Test
    void refusesAnInitInWhichAnotherNodeHasTheSameWorkerId() throws Exception {
        try (NodeProcess node = stdio()) {
            feed(
                    node,
                    INIT.replace("[\"n3\"]", "[\"n3\",\"a3\"]")
                            + "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}\n");

            assertThat(node.awaitExit()).isZero();
            assertThat(node.stdout().lines())
                    .satisfiesExactly(
                            refusal -> assertThat(refusal)
                                    .contains(
                                            "\"code\": 12, \"text\": \"node_ids must end in different numbers, since these are"
                                                    + " the worker ids: n3 and a3 both end in 3\""),
                            unnamed -> assertThat(unnamed).contains("\"code\": 11"));
        }
    }

    @Test
    void answersInitThoughZooKeeperIsAwayAndRefusesIdsWithTheReason() throws Exception {
        try (NodeProcess node = stdio("--zookeeper", "127.0.0.1:1", "--init-wait", "1ms")) {
            feed(node, INIT + GENERATE);

            assertThat(node.awaitExit()).isZero();
            assertThat(node.stdout().lines())
                    .satisfiesExactly(
                            init -> assertThat(init).contains("\"init_ok\""),
                            refusal -> assertThat(refusal).contains("\"code\": 11, \"text\": \"no worker id: "));
        }
    }

    @Test
    void endsWithStatusOneIfTheFleetHasAnotherLayout() throws Exception {
        try (LocalFleet fleet = new LocalFleet(folder)) {
            fleet.serve("n1").awaitWorkerId();
            try (NodeProcess node = stdio("--zookeeper", fleet.connectString(), "--layout", "41/9/13")) {
                OutputStream in = node.stdin();
                in.write(INIT.getBytes(UTF_8));
                in.flush();

                assertThat(node.awaitExit()).isEqualTo(1);
                assertThat(node.stderr()).contains("\nsnowkeeper: the fleet's ids have layout 41/10/12 ");
            }
        }
    }

    @Test
    void stopsAtATermSignalWithStatusZero() throws Exception {
        try (NodeProcess node = stdio()) {
            OutputStream in = node.stdin();
            in.write(INIT.getBytes(UTF_8));
            in.flush();
            await().until(() -> !node.stdout().isEmpty());

            assertThat(node.stop()).isZero();
        }
    }

    private NodeProcess stdio(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("stdio"));
        arguments.addAll(List.of(options));
        return NodeProcess.start(folder, Map.of(), arguments);
    }

    private static void feed(NodeProcess node, String lines) throws IOException {
        try (OutputStream in = node.stdin()) {
            in.write(lines.getBytes(UTF_8));
        }
    }
}
