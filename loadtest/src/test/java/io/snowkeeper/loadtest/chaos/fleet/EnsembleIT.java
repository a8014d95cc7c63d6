package io.snowkeeper.loadtest.chaos.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Needs root. */
@Timeout(300)
class EnsembleIT {

    private static Network network;
    private static Ensemble ensemble;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, InterruptedException {
        network = Network.create(Fleet.SERVERS);
        ensemble = Fleet.startZooKeeper(network, List.of(Path.of(System.getProperty("snowkeeper.jar"))), folder);
    }

    @AfterAll
    static void stop() {
        ensemble.close();
        network.close();
    }

    @BeforeEach
    void beWhole() throws IOException, InterruptedException {
        ensemble.awaitLeader();
    }

    @Test
    void theOthersChooseANewLeaderWhileTheOldOneIsIsolated() throws IOException, InterruptedException {
        int old = await().until(ensemble::leader, OptionalInt::isPresent).getAsInt();

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
