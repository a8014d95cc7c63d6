package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four nodes of a fleet that has no more worker ids, and who comes after them, seen from outside the processes. */
class FullFleetProcessIT {

    private static final String LAYOUT = "41/2/20";

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static final List<Long> WORKER_IDS = new ArrayList<>();

    private static ProcessFleet fleet;
    private static NodeProcess first;

    @BeforeAll
    static void startFourNodes() throws Exception {
        fleet = new ProcessFleet(folder);
        first = serve("n1");
        NodeProcess second = serve("n2");
        NodeProcess third = serve("n3");
        WORKER_IDS.add(first.awaitWorkerId());
        WORKER_IDS.add(second.awaitWorkerId());
        WORKER_IDS.add(third.awaitWorkerId());
        // While the others have theirs.
        WORKER_IDS.add(serve("n4").awaitWorkerId());
    }

    @AfterAll
    static void stopAll() throws Exception {
        fleet.close();
    }

    private static NodeProcess serve(String name) throws IOException {
        return fleet.serve(name, "--layout", LAYOUT);
    }

    @Test
    void fourNodesGetFourWorkerIds() {
        assertThat(WORKER_IDS).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    void theFifthOfFourWorkersSaysWhyItIsNotReadyAndStepsInForAnother() throws Exception {
        NodeProcess fifth = serve("n5");
        await("refused for want of a worker id: " + fifth)
                .untilAsserted(() -> assertThat(fifth.generate().toString())
                        .isEqualTo("{\"type\":\"error\",\"code\":11,\"text\":\"no worker id: no worker id is"
                                + " free: of 4, 4 are taken; stop a node or use a layout with more worker"
                                + " bits\",\"reason\":\"no-worker-id\",\"in_reply_to\":null,\"msg_id\":0}"));

        assertThat(first.stop()).isZero();
        assertThat(fifth.awaitWorkerId()).isEqualTo(WORKER_IDS.get(0));
    }

    @Test
    void aNodeWithAnotherLayoutEndsAndSaysWhy() throws Exception {
        NodeProcess other = fleet.serve("n6", "--layout", "41/3/19");

        assertThat(other.awaitExit()).isEqualTo(1);
        assertThat(other.stderr())
                .endsWith("snowkeeper: the fleet's ids have layout 41/2/20 (epoch 2024-01-01T00:00:00Z, tick"
                        + " MILLISECOND), this node was started with 41/3/19 (epoch 2024-01-01T00:00:00Z, tick"
                        + " MILLISECOND); start it with the fleet's layout\n");
    }
}
