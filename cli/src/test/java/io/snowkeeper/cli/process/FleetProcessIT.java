package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets which worker id, seen from outside the processes. */
class FleetProcessIT {

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;

    @BeforeEach
    void startZooKeeper() throws Exception {
        fleet = new ProcessFleet(folder);
    }

    @AfterEach
    void stopAll() throws Exception {
        fleet.close();
    }

    @Test
    void fourNodesGetFourWorkerIds() throws Exception {
        NodeProcess first = fleet.serve("n1");
        NodeProcess second = fleet.serve("n2");
        NodeProcess third = fleet.serve("n3");
        Set<Long> three = new HashSet<>(Set.of(first.awaitWorkerId()));
        three.add(second.awaitWorkerId());
        three.add(third.awaitWorkerId());

        long fourth = fleet.serve("n4").awaitWorkerId();

        assertThat(three).hasSize(3).doesNotContain(fourth);
    }

    @Test
    void aKilledNodeHasItsWorkerIdAgainWithItsStateDirectory() throws Exception {
        NodeProcess before = fleet.serve("n1", "--session-timeout", "60s", "--window", "60s");
        long workerId = before.awaitWorkerId();
        before.kill();

        NodeProcess after = fleet.serve("n1", "--session-timeout", "60s", "--window", "60s");

        assertThat(after.awaitWorkerId()).isEqualTo(workerId);
        // At once: its old claim is still there, and so is the rest of its reservation.
        assertThat(fleet.claims()).hasSize(2);
        assertThat(idOf(after.generate())).isPositive();
    }

    @Test
    void aKilledNodeGetsAnotherWorkerIdWithoutAStateDirectory() throws Exception {
        NodeProcess before = fleet.serve("n1", "--state-dir", "none");
        long workerId = before.awaitWorkerId();
        before.kill();

        NodeProcess after = fleet.serve("n1", "--state-dir", "none");

        assertThat(after.awaitWorkerId()).isNotEqualTo(workerId);
    }

    @Test
    void theFifthOfFourWorkersSaysWhyItIsNotReadyAndStepsInForAnother() throws Exception {
        NodeProcess first = fleet.serve("n1", "--layout", "41/2/20");
        for (String name : new String[] {"n2", "n3", "n4"}) {
            fleet.serve(name, "--layout", "41/2/20").awaitWorkerId();
        }
        long workerId = first.awaitWorkerId();

        NodeProcess fifth = fleet.serve("n5", "--layout", "41/2/20");
        await("refused for want of a worker id: " + fifth)
                .untilAsserted(() -> assertThat(fifth.generate().toString())
                        .isEqualTo("{\"type\":\"error\",\"code\":11,\"text\":\"no worker id: no worker id is"
                                + " free: of 4, 4 are taken; stop a node or use a layout with more worker"
                                + " bits\",\"reason\":\"no-worker-id\",\"in_reply_to\":null,\"msg_id\":0}"));

        assertThat(first.stop()).isZero();
        assertThat(fifth.awaitWorkerId()).isEqualTo(workerId);
    }

    @Test
    void aNodeWithAnotherLayoutEndsAndSaysWhy() throws Exception {
        fleet.serve("n1").awaitWorkerId();

        NodeProcess other = fleet.serve("n2", "--layout", "41/9/13");

        assertThat(other.awaitExit()).isEqualTo(1);
        assertThat(other.stderr())
                .endsWith("snowkeeper: the fleet's ids have layout 41/10/12 (epoch 2024-01-01T00:00:00Z, tick"
                        + " MILLISECOND), this node was started with 41/9/13 (epoch 2024-01-01T00:00:00Z, tick"
                        + " MILLISECOND); start it with the fleet's layout\n");
    }

    @Test
    void aNodeThatStopsUnderLoadAnswersWholeAndLeavesTheFleet() throws Exception {
        NodeProcess node = fleet.serve("n1");
        node.awaitWorkerId();
        try (Load load = Load.on(node.address(), 4)) {
            load.awaitIds(1_000);

            assertThat(node.stop()).isZero();

            load.awaitEnd();
            assertThat(load.cutLines()).isEmpty();
            assertThat(load.ids()).doesNotHaveDuplicates();
        }
        assertThat(fleet.claims()).isEmpty();
        assertThat(node.stderr()).doesNotContain("Exception", "\tat ");
    }

    private static long idOf(JsonNode answer) {
        return answer.get("id").asLong();
    }
}
