package io.snowkeeper.cli.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.Run;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The commands that read the znodes of a fleet that has one member. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZkCommandIT {

    private TestingServer zooKeeper;
    private LeasedIds member;
    private long workerId;

    @BeforeAll
    void startFleet() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        member = LeasedIds.join(
                zooKeeper.getConnectString(),
                LeasedIdsOptions.builder("orders").joinWait(Patience.LIMIT).build());
        workerId = member.workerIds().iterator().next();
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(100))) {
            client.start();
            client.create().creatingParentsIfNeeded().forPath("/other/bytes", new byte[] {(byte) 0xff, 1});
            client.create().forPath("/other/wicked", "\u001b[2J".getBytes(UTF_8));
            for (int i = 0; i < 3; i++) {
                client.create().creatingParentsIfNeeded().forPath("/other/many/" + i * 10);
            }
        }
    }

    @AfterAll
    void stopFleet() throws Exception {
        member.close();
        zooKeeper.close();
    }

    private Run zk(String chroot, String... arguments) {
        List<String> all = new ArrayList<>(List.of("zk"));
        all.addAll(List.of(arguments));
        all.add("--zookeeper=" + zooKeeper.getConnectString() + chroot);
        return Run.of(all.toArray(String[]::new));
    }

    private static JsonNode json(Run run) throws Exception {
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines()).hasSize(1);
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void theRootIsListed() {
        assertThat(zk("", "ls")).satisfies(run -> {
            assertThat(run.status()).isZero();
            assertThat(run.out()).contains("claims\n", "fleet\n", "workers\n");
        });
        assertThat(zk("", "ls", "workers").out()).isEqualTo(workerId + "\n");
    }

    @Test
    void moreThanTheLimitAreCounted() throws Exception {
        assertThat(zk("/other", "ls", "many", "--limit", "2").out())
                .isEqualTo("0\n10\n... and 1 more; --limit prints more of them\n");
        JsonNode listed = json(zk("/other", "ls", "many", "--limit", "2", "--json"));
        assertThat(listed.toString()).isEqualTo("{\"path\":\"/other/many\",\"total\":3,\"children\":[\"0\",\"10\"]}");
    }

    @Test
    void aZnodeIsPrintedWithItsTimesAndWhatItHolds() {
        Run run = zk("", "get", "/workers/" + workerId);

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("path      /snowkeeper/workers/%d\nversion   ".formatted(workerId))
                .containsPattern("\ncreated   \\d{4}-\\S+Z, by transaction 0x[0-9a-f]+\n")
                .containsPattern("\nwritten   \\d{4}-\\S+Z, by transaction 0x[0-9a-f]+\n")
                .contains("\nsession   none, it stays\n", "\naccess    everybody who reaches ZooKeeper\n")
                .contains("\n  \"node\" : \"orders\",\n");
    }

    @Test
    void aClaimGoesWithItsSession() throws Exception {
        String claim = zk("", "ls", "claims").out().strip();

        JsonNode found = json(zk("", "get", "claims/" + claim, "--json"));

        assertThat(found.path("session").asText()).matches("0x[0-9a-f]+");
        assertThat(found.at("/json/node").asText()).isEqualTo("orders");
        assertThat(found.path("open").asBoolean()).isTrue();
    }

    @Test
    void whatIsNoTextIsHexadecimalAndNothingActsOnTheTerminal() {
        assertThat(zk("/other", "get", "bytes").out()).endsWith("\nbytes     2\nff01\n");
        assertThat(zk("/other", "get", "wicked").out()).endsWith("\n\\u001b[2J\n");
    }

    @Test
    void aTreeIsIndented() throws Exception {
        assertThat(zk("/other", "tree").out()).isEqualTo("""
                /other
                  bytes
                  many
                    0
                    10
                    20
                  wicked
                """);
        assertThat(zk("/other", "tree", "--depth", "1").out()).contains("\n  many (3 children)\n");
        assertThat(zk("/other", "tree", "many", "--limit", "2").out())
                .isEqualTo("/other/many\n  0\n... and more; --limit prints more of them\n");
        assertThat(zk("", "tree", "claims").out()).contains(" (ephemeral)\n");
        assertThat(json(zk("/other", "tree", "many", "--json", "--limit", "2")).toString())
                .isEqualTo(
                        "{\"whole\":false,\"znodes\":[{\"path\":\"/other/many\",\"version\":0,\"children\":3,\"ephemeral\":false},"
                                + "{\"path\":\"/other/many/0\",\"version\":0,\"children\":0,\"ephemeral\":false}]}");
    }

    @Test
    void aZnodeThatIsNotThereIsTold() {
        Run missing = new Run(
                1,
                "",
                "snowkeeper: there is no znode /snowkeeper/nothing; --zookeeper has to name the fleet's chroot, if it has one\n");

        assertThat(zk("", "get", "nothing")).isEqualTo(missing);
        assertThat(zk("", "ls", "nothing")).isEqualTo(missing);
        assertThat(zk("", "tree", "nothing")).isEqualTo(missing);
    }

    @Test
    void whatIsWrongOnTheCommandLineIsTold() {
        assertThat(zk("", "get", "../zookeeper").err())
                .startsWith(
                        "snowkeeper: must be a path below the fleet's root, such as /workers/17: path=../zookeeper\n");
        assertThat(zk("", "ls", "--limit", "0").err()).startsWith("snowkeeper: must be >= 1 && <= 100000: --limit 0\n");
        assertThat(zk("", "tree", "--depth=-1").err()).startsWith("snowkeeper: must be >= 0: --depth -1\n");
        assertThat(Run.of("zk", "ls")).isEqualTo(new Run(2, "", """
                        snowkeeper: Missing required option: '--zookeeper=HOST:PORT[,...][/chroot]'
                        Try 'snowkeeper zk --help'.
                        """));
        assertThat(Run.of("zk").err()).startsWith("snowkeeper: Missing command: ls, get, tree\n");
    }

    @Test
    void theAddressComesFromTheEnvironmentToo() {
        assertThat(Run.in(Map.of("SNOWKEEPER_ZOOKEEPER", zooKeeper.getConnectString()), "zk", "ls", "workers")
                        .out())
                .isEqualTo(workerId + "\n");
    }
}
