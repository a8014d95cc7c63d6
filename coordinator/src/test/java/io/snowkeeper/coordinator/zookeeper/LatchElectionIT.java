package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two candidates, the first of which is elected, and the second waits. */
class LatchElectionIT {

    private final EnsembleAddress address = EnsembleAddress.parse(SharedZooKeeper.newConnectString() + "/fleet");
    private final String path = "/" + address.root() + "/election";
    private final CuratorFramework oneClient = client();
    private final CuratorFramework otherClient = client();
    private final LatchElection first = new LatchElection(oneClient, path, "first");
    private final LatchElection second = new LatchElection(otherClient, path, "second");

    @BeforeEach
    void enter() throws Exception {
        first.enter();
        await().until(first::isElected);
        String leader = path + "/" + children().get(0);
        second.enter();
        // There is none until the latch has set it.
        await().ignoreExceptions().until(() -> {
            otherClient.watchers().removeAll().forPath(leader);
            return true;
        });
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        oneClient.close();
        otherClient.close();
    }

    @Test
    void oneWhoMissedThatItsTurnHasComeTakesPartAnewWhenItChecks() throws Exception {
        first.close();
        await().until(() -> children().size() == 1);
        awaitEvents();
        assertThat(second.isElected()).isFalse();

        second.check();

        await().until(second::isElected);
    }

    @Test
    void oneWhoHasNoNodeTakesPartAnewWhenItChecks() throws Exception {
        first.close();
        await().until(() -> children().size() == 1);
        oneClient.delete().forPath(path + "/" + children().get(0));

        second.check();

        await().until(second::isElected);
    }

    @Test
    void oneWhoHasToWaitKeepsItsPlaceWhenItChecks() throws Exception {
        List<String> before = children();

        second.check();
        awaitEvents();

        assertThat(second.isElected()).isFalse();
        assertThat(children()).containsExactlyInAnyOrderElementsOf(before);
    }

    private List<String> children() throws Exception {
        return oneClient.getChildren().forPath(path);
    }

    /** Waits for all notices to the second one up to now. */
    private void awaitEvents() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        otherClient.sync().inBackground((from, answer) -> told.countDown()).forPath(path);
        assertThat(told.await(1, TimeUnit.MINUTES)).isTrue();
    }

    private CuratorFramework client() {
        CuratorFramework client = EnsembleClients.builder(address.servers(), Duration.ofSeconds(30), StoreSecurity.NONE)
                .retryPolicy(new RetryOneTime(100))
                .build();
        client.start();
        return client;
    }
}
