package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that stands still for longer than its session and its reservation, and then goes on as if nothing was. */
@Realtime
class PausedProcessIT {

    private static final int CLIENTS = 4;

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

    /** There is one worker id only, so that the other node can get no other than that of the paused one. */
    @Test
    void aPausedNodeAndItsSuccessorGiveOutNoIdTwice() throws Exception {
        NodeProcess paused = fleet.serve("n1", "--layout", "41/0/22", "--session-timeout", "2s", "--window", "3s");
        paused.awaitWorkerId();
        NodeProcess successor = fleet.serve("n2", "--layout", "41/0/22");
        try (Load before = Load.on(paused.address(), CLIENTS)) {
            before.awaitIds(1_000);
            paused.signal("STOP");

            successor.awaitWorkerId();
            try (Load after = Load.on(successor.address(), CLIENTS)) {
                after.awaitIds(1_000);
                int issuedByThen = before.ids().size();

                paused.signal("CONT");

                await("the paused node refuses: " + paused).until(() -> before.refusals() > 1_000);
                after.awaitIds(after.ids().size() + 1_000);
                List<Long> all = new ArrayList<>(before.ids());
                all.addAll(after.ids());
                assertThat(new HashSet<>(all)).as("different ids of both nodes").hasSameSizeAs(all);
                assertThat(before.ids().size())
                        .as("ids that were under way when the node was paused")
                        .isLessThanOrEqualTo(issuedByThen + CLIENTS * Load.PIPELINE);
            }
        }
    }
}
