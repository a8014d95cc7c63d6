package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpSimulationIT {

    @Test
    void everyIdOfEveryAnswerIsKeptAndCompared(@TempDir(cleanup = ON_SUCCESS) Path folder) throws Exception {
        // No state directory: a write there covers two seconds, so a node that stands still for longer refuses.
        try (ZooKeeperServer zooKeeper = ZooKeeperServer.plain(folder);
                NodeProcess node = NodeProcess.serve(
                        folder,
                        Map.of(),
                        "--zookeeper",
                        zooKeeper.connectString(),
                        "--name",
                        "n1",
                        "--state-dir",
                        "none")) {
            node.awaitWorkerId();
            GatlingRun run = GatlingRun.of(
                    HttpSimulation.class,
                    Map.of(
                            "http", URI.create(node.httpUrl()).getAuthority(),
                            "duration", "2s",
                            "rate", "100",
                            "batch", "100",
                            // The speed depends on the machine, and is not tested.
                            "p99", "60s"));

            assertThat(run.status()).as(run.output()).isZero();
            assertThat(run.output())
                    .contains(
                            "ids: count of failed events is 0.0 : true (actual : 0.0)",
                            "\n20,000 ids, none of them twice");
        }
    }
}
