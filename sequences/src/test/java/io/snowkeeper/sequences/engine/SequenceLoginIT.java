package io.snowkeeper.sequences.engine;

import static io.snowkeeper.core.sequence.SequenceMode.BLOCK;
import static io.snowkeeper.core.sequence.SequenceMode.GAPLESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sequences whose znodes belong to a login. */
class SequenceLoginIT {

    private static final StoreLogin FLEET = new StoreLogin("fleet", "correct-horse");
    private static final StoreLogin OTHER = new StoreLogin("other", "battery-staple");

    private static final String STATE = "[^/]+/state";

    private String zooKeeper;

    /** Below which the fleet's znodes are. */
    private String root;

    private ServingNode node;

    @BeforeEach
    void startNode() {
        zooKeeper = SharedZooKeeper.newConnectString();
        root = "/" + EnsembleAddress.parse(zooKeeper).root();
        node = ServingNode.start(zooKeeper, FLEET);
        node.create("block", BLOCK, new NumberRange(1, 100_000));
        node.create("gapless", GAPLESS, new NumberRange(1, 1_000));
    }

    @AfterEach
    void stopAll() {
        node.closeAside();
    }

    private CuratorFramework client() {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(EnsembleAddress.parse(zooKeeper).servers())
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
            String path = lists(client, root + "/sequences/gapless").keySet().stream()
                    .filter(found -> found.matches(root + "/sequences/gapless/" + below))
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
            await().until(() -> client.checkExists().forPath(root + "/sweeper") != null
                    && !client.getChildren().forPath(root + "/sweeper").isEmpty());
            Map<String, List<ACL>> lists = lists(client, root);
            assertThat(lists.keySet())
                    .anyMatch(path -> path.matches(root + "/sequences/gapless/[^/]+/pending/\\d+/\\d+"))
                    .anyMatch(path -> path.matches(root + "/sequences/gapless/[^/]+/keys/[^/]+/[^/]+"))
                    .anyMatch(path -> path.matches(root + "/sweeper/.+"));
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
                        "ZooKeeper denies access to znode %s/sequences/gapless/[^/]+/keys/[^/]+/[^/]+: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file"
                                .formatted(root));
        assertThat(node.next("block")).isEqualTo(1);
        assertThat(node.next("gapless", "other")).isEqualTo(2);
    }

    @Test
    void aNodeWhoseLoginIsRefusedForAWhileGoesOnAfterwards() throws Exception {
        EnsembleAddress address = EnsembleAddress.parse(zooKeeper);
        try (Wire wire = Wire.to(Integer.parseInt(address.servers().split(":")[1]));
                ServingNode refused = ServingNode.start(wire.connectString() + root, FLEET)) {
            assertThat(refused.next("gapless")).isEqualTo(1);
            ProviderRegistry.removeProvider("digest");
            try {
                wire.cut();
                wire.heal();
                await().untilAsserted(() -> assertThatExceptionOfType(SequenceUnavailableException.class)
                        .isThrownBy(() -> refused.next("gapless"))
                        .withMessageContaining("refuses logins"));
            } finally {
                ProviderRegistry.initialize();
            }
            await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                    .until(() -> refused.next("gapless") == 2);
        }
    }

    @Test
    void anotherLoginGetsNoNumberAndIsToldWhy() {
        try (ServingNode other = ServingNode.start(zooKeeper, OTHER)) {
            assertThatExceptionOfType(SequenceUnavailableException.class)
                    .isThrownBy(() -> other.describe("block"))
                    .withMessage(
                            "ZooKeeper denies access to znode %s/sequences/block: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file"
                                    .formatted(root));
            assertThatExceptionOfType(SequenceUnavailableException.class)
                    .isThrownBy(() -> other.next("block"))
                    .withMessageContaining("ZooKeeper denies access to znode %s/sequences/block".formatted(root));
        }
    }
}
