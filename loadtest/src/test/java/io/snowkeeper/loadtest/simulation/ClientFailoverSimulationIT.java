package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnlyInFull
@Realtime
class ClientFailoverSimulationIT {

    @Test
    void theClientsUsersNoticeNeitherADrainNorARestartOfZooKeeperNorAKill(@TempDir(cleanup = ON_SUCCESS) Path folder)
            throws Exception {
        GatlingRun run = GatlingRun.of(
                ClientFailoverSimulation.class,
                Map.of(
                        "port",
                        Integer.toString(FleetSettings.nextPort()),
                        "directory",
                        folder.toString(),
                        "java-options",
                        FleetSettings.javaOptions(),
                        "duration",
                        "24s",
                        "rate",
                        "200",
                        // The speed depends on the machine, and is not tested.
                        "p99",
                        "60s"));

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output())
                .contains(
                        "ids, a node is drained: count of failed events is 0.0 : true (actual : 0.0)",
                        "ids, ZooKeeper is restarted: count of failed events is 0.0 : true (actual : 0.0)",
                        "ids, a node is killed: count of failed events is 0.0 : true (actual : 0.0)",
                        "kill node 2: count of failed events is 0.0 : true (actual : 0.0)",
                        " ids, none of them twice");
    }
}
