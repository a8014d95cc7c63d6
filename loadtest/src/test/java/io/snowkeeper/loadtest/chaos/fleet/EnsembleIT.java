package io.snowkeeper.loadtest.chaos.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Needs root. */
@Timeout(300)
class EnsembleIT {

    @TempDir
    private Path folder;

    private Network network;
    private Ensemble ensemble;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        network = Network.create(Fleet.SERVERS);
        ensemble = Fleet.startZooKeeper(network, List.of(Path.of(System.getProperty("snowkeeper.jar"))), folder);
    }

    @AfterEach
    void stop() {
        ensemble.close();
        network.close();
    }

    @Test
    void theOthersChooseANewLeaderWhileTheOldOneIsIsolated() throws IOException, InterruptedException {
        int old = ensemble.leader().orElseThrow();

        network.isolate(old);
        await().until(() -> ensemble.leader().orElse(old) != old);

        network.mend();
        await().until(() -> ensemble.serving() == Fleet.SERVERS);
        ensemble.awaitLeader();
    }

    @Test
    void noneLeadsWhileAllAreCutOffFromEachOther() throws IOException, InterruptedException {
        network.split();
        await().until(() -> ensemble.serving() == 0);
        assertThat(ensemble.leader()).isEqualTo(OptionalInt.empty());

        network.mend();
        ensemble.awaitLeader();
    }
}
