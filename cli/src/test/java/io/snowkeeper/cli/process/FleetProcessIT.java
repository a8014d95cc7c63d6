package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker id of a killed node, and the traces of a stopped one, seen from outside the processes. */
class FleetProcessIT {

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;

    @BeforeEach
    void makeFleet() {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
    }

    @AfterEach
    void stopAll() throws Exception {
        fleet.close();
    }

    @Test
    void aKilledNodeHasItsWorkerIdAgainWithItsStateDirectory() throws Exception {
        NodeProcess before = fleet.serve("n1", "--session-timeout", "60s", "--window", "60s");
        long workerId = before.awaitWorkerId();
        before.kill();

        NodeProcess after = fleet.serve("n1", "--session-timeout", "60s", "--window", "60s");

        assertThat(after.awaitWorkerId()).isEqualTo(workerId);
        after.awaitId();
        // At once: its old claim is still there, and so is the rest of its reservation.
        assertThat(fleet.claims()).hasSize(2);
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
    void aNodeThatStopsUnderLoadAnswersWholeAndLeavesTheFleet() throws Exception {
        NodeProcess node = fleet.serve("n1", "--drain-timeout", "2s");
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
}
