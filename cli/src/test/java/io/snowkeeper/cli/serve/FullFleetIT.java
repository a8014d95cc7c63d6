package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.testkit.node.NodeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four nodes of a fleet that has no more worker ids, and a fifth one after them. */
class FullFleetIT {

    private static final String LAYOUT = "41/2/20";

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static final List<Long> WORKER_IDS = new ArrayList<>();

    private static LocalFleet fleet;
    private static LocalNode first;

    @BeforeAll
    static void startFourNodes() throws Exception {
        fleet = new LocalFleet(folder);
        first = serve("n1");
        LocalNode second = serve("n2");
        LocalNode third = serve("n3");
        WORKER_IDS.add(first.awaitWorkerId());
        WORKER_IDS.add(second.awaitWorkerId());
        WORKER_IDS.add(third.awaitWorkerId());
        // While the others have theirs.
        WORKER_IDS.add(serve("n4").awaitWorkerId());
    }

    @AfterAll
    static void stopAll() {
        fleet.close();
    }

    private static LocalNode serve(String name) throws Exception {
        return fleet.serve(name, "--layout", LAYOUT);
    }

    @Test
    void fourNodesGetFourWorkerIds() {
        assertThat(WORKER_IDS).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    void theFifthOfFourWorkersSaysWhyItIsNotReadyAndStepsInForAnother() throws Exception {
        LocalNode fifth = serve("n5");
        await("refused for want of a worker id: " + fifth)
                .untilAsserted(() -> assertThat(fifth.generate().toString())
                        .isEqualTo("{\"type\":\"error\",\"code\":11,\"text\":\"no worker id: no worker id is"
                                + " free: of 4, 4 are taken; stop a node or use a layout with more worker"
                                + " bits\",\"reason\":\"no-worker-id\",\"in_reply_to\":null,\"msg_id\":0}"));

        first.close();
        assertThat(fifth.awaitWorkerId()).isEqualTo(WORKER_IDS.get(0));
    }

    @Test
    void aNodeWithAnotherLayoutEndsAndSaysWhy() throws Exception {
        try (NodeProcess other = NodeProcess.serve(
                folder, Map.of(), "--zookeeper", fleet.connectString(), "--name", "n6", "--layout", "41/3/19")) {
            assertThat(other.awaitExit()).isEqualTo(1);
            assertThat(other.stderr())
                    .endsWith("snowkeeper: the fleet's ids have layout 41/2/20 (epoch 2024-01-01T00:00:00Z, tick"
                            + " MILLISECOND), this node was started with 41/3/19 (epoch 2024-01-01T00:00:00Z, tick"
                            + " MILLISECOND); start it with the fleet's layout\n");
        }
    }
}
