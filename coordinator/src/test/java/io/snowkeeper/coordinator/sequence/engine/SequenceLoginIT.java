package io.snowkeeper.coordinator.sequence.engine;

import static io.snowkeeper.core.sequence.SequenceMode.BLOCK;
import static io.snowkeeper.core.sequence.SequenceMode.GAPLESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.store.StoreLogin;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences whose znodes belong to a login. */
class SequenceLoginIT {

    private static final StoreLogin FLEET = new StoreLogin("fleet", "correct-horse");
    private static final StoreLogin OTHER = new StoreLogin("other", "battery-staple");

    private static final String STATE = "[^/]+/state";

    private TestingServer zooKeeper;
    private ServingNode node;

    @BeforeEach
    void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = ServingNode.start(zooKeeper.getConnectString(), FLEET);
        node.create("block", BLOCK, new NumberRange(1, 100_000));
        node.create("gapless", GAPLESS, new NumberRange(1, 1_000));
    }

    @AfterEach
    void stopAll() throws Exception {
        node.close();
        zooKeeper.close();
    }

    private CuratorFramework client() {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(zooKeeper.getConnectString())
                .retryPolicy(new RetryOneTime(100))
                .authorization("digest", FLEET.credentials())
                .build();
        client.start();
        return client;
    }

    /** Leaves the fleet's login these rights to the gapless sequence's znode whose path matches. */
    private void allow(String below, int rights) throws Exception {
        Id fleet = new Id("digest", DigestAuthenticationProvider.generateDigest("fleet:correct-horse"));
        try (CuratorFramework client = client()) {
            String path = lists(client, "/snowkeeper/sequences/gapless").keySet().stream()
                    .filter(found -> found.matches("/snowkeeper/sequences/gapless/" + below))
                    .findFirst()
                    .orElseThrow();
            client.setACL().withACL(List.of(new ACL(rights, fleet))).forPath(path);
        }
    }

    private static Map<String, List<ACL>> lists(CuratorFramework client, String path) throws Exception {
        Map<String, List<ACL>> lists = new TreeMap<>();
        try {
            lists.put(path, client.getACL().forPath(path));
            for (String child : client.getChildren().forPath(path)) {
                lists.putAll(lists(client, path + "/" + child));
            }
        } catch (KeeperException.NoNodeException e) {
            lists.remove(path);
        }
        return lists;
    }

    @Test
    void everyZnodeOfSequencesBelongsToTheLoginAlone() throws Exception {
        node.next("block", "a-key");
        node.confirm("gapless", node.grant(NextRequest.of("gapless").withKey("settled")));
        node.grant(NextRequest.of("gapless").withKey("pending"));
        ACL ours = new ACL(
                Perms.ALL, new Id("digest", DigestAuthenticationProvider.generateDigest("fleet:correct-horse")));
        try (CuratorFramework client = client()) {
            // The sweeper elects itself a while after the start.
            await().until(() -> client.checkExists().forPath("/snowkeeper/sweeper") != null
                    && !client.getChildren().forPath("/snowkeeper/sweeper").isEmpty());
            Map<String, List<ACL>> lists = lists(client, "/snowkeeper");
            assertThat(lists.keySet())
                    .anyMatch(path -> path.matches("/snowkeeper/sequences/gapless/[^/]+/pending/\\d+/\\d+"))
                    .anyMatch(path -> path.matches("/snowkeeper/sequences/gapless/[^/]+/keys/[^/]+/[^/]+"))
                    .anyMatch(path -> path.matches("/snowkeeper/sweeper/.+"));
            assertThat(lists.values()).allMatch(List.of(ours)::equals);
        }
    }

    @Test
    void aDeniedWriteFailsAtOnceAndNoNumberIsMissingAfterwards() throws Exception {
        allow(STATE, Perms.READ | Perms.ADMIN);
        assertThatExceptionOfType(SequenceUnavailableException.class)
                .isThrownBy(() -> node.next("gapless"))
                .withMessage(
                        "ZooKeeper denies access to one of the fleet's znodes: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file");
        allow(STATE, Perms.ALL);
        assertThat(node.next("gapless")).isEqualTo(1);
    }

    @Test
    void aDeniedKeyFailsWhatWaitsForItsSequenceAndTheNextCallsAreServed() throws Exception {
        node.next("gapless", "denied");
        allow("[^/]+/keys/[^/]+/[^/]+", Perms.ADMIN);
        assertThatExceptionOfType(SequenceUnavailableException.class)
                .isThrownBy(() -> node.next("gapless", "denied"))
                .withMessageMatching(
                        "ZooKeeper denies access to znode /snowkeeper/sequences/gapless/[^/]+/keys/[^/]+/[^/]+: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file");
        assertThat(node.next("block")).isEqualTo(1);
        assertThat(node.next("gapless", "other")).isEqualTo(2);
    }

    @Test
    void aNodeWhoseLoginIsRefusedForAWhileGoesOnAfterwards(@TempDir Path folder) throws Exception {
        String digest = "-Dzookeeper.DigestAuthenticationProvider.enabled=";
        try (ZooKeeperServer process = ZooKeeperServer.plain(folder, digest + true);
                ServingNode refused = ServingNode.start(process.connectString(), FLEET)) {
            refused.create("gapless", GAPLESS, new NumberRange(1, 1_000));
            assertThat(refused.next("gapless")).isEqualTo(1);
            process.restartWith(digest + false);
            await().untilAsserted(() -> assertThatExceptionOfType(SequenceUnavailableException.class)
                    .isThrownBy(() -> refused.next("gapless"))
                    .withMessageContaining("refuses logins"));
            process.restartWith(digest + true);
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                    .until(() -> refused.next("gapless") == 2);
        }
    }

    @Test
    void anotherLoginGetsNoNumberAndIsToldWhy() {
        try (ServingNode other = ServingNode.start(zooKeeper.getConnectString(), OTHER)) {
            assertThatExceptionOfType(SequenceUnavailableException.class)
                    .isThrownBy(() -> other.describe("block"))
                    .withMessage(
                            "ZooKeeper denies access to znode /snowkeeper/sequences/block: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file");
            assertThatExceptionOfType(SequenceUnavailableException.class)
                    .isThrownBy(() -> other.next("block"))
                    .withMessageContaining("ZooKeeper denies access to znode /snowkeeper/sequences/block");
        }
    }
}
