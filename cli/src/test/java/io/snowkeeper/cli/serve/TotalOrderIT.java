package io.snowkeeper.cli.serve;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes of which one issues ids, in order over the whole fleet, and the order after that one ends. */
@Tag("system")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TotalOrderIT {

    private static final String PROBLEM = " LeaseProblems: ";
    private static final String STANDS_BY = "this node stands by: node ";

    private final Map<String, NodeProcess> nodes = new TreeMap<>();
    private ProcessFleet fleet;
    private SnowkeeperClient client;

    @BeforeAll
    void startZooKeeper(@TempDir(cleanup = ON_SUCCESS) Path folder) throws Exception {
        fleet = new ProcessFleet(folder);
    }

    @AfterAll
    void stopAll() throws IOException {
        fleet.close();
    }

    /** Those that the test before has ended come back. */
    @BeforeEach
    void startThreeNodes() throws Exception {
        for (String name : List.of("n1", "n2", "n3")) {
            if (!nodes.containsKey(name) || !nodes.get(name).isAlive()) {
                nodes.put(name, fleet.serve(name, "--order", "total", "--window", "2s", "--session-timeout", "2s"));
            }
        }
        client = SnowkeeperClient.builder()
                .servers(ProcessFleet.addresses(nodes.values()))
                .deadline(Duration.ofMinutes(1))
                .build();
    }

    @AfterEach
    void closeClient() {
        client.close();
    }

    private NodeProcess active() {
        return await("one gives ids")
                .until(() -> nodes.values().stream().filter(TotalOrderIT::gives).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private static boolean gives(NodeProcess node) {
        try {
            return node.isAlive() && get(node, "/readyz").statusCode() == 200;
        } catch (UncheckedIOException e) {
            // It is ending.
            return false;
        }
    }

    private List<NodeProcess> standbys(NodeProcess active) {
        return nodes.values().stream().filter(node -> node != active).toList();
    }

    private static HttpResponse<String> get(NodeProcess node, String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(node.httpUrl() + path))
                                    .timeout(Patience.LIMIT)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void idsGoOnAboveAllThatWereGivenWhenTheNodeThatGivesThemIsKilled() {
        long before = takeSome();
        NodeProcess active = active();
        long began = System.nanoTime();
        active.kill();
        long after = client.next();
        System.out.printf("ids after kill -9: %d ms%n", (System.nanoTime() - began) / 1_000_000);

        assertThat(after).isGreaterThan(before);
        assertThat(takeSome()).isGreaterThan(after);
    }

    @Test
    void theNextNodeGivesIdsWhenTheOneBeforeIsDrained() throws Exception {
        long before = takeSome();
        NodeProcess active = active();
        active.signal("TERM");
        long after = client.next();

        assertThat(after).isGreaterThan(before);
        assertThat(active.awaitExit()).isZero();
        assertThat(takeSome()).isGreaterThan(after);
    }

    @Test
    void oneThatWasStoppedForLongerThanItsLeaseGivesNothingBelowWhatItsSuccessorGave() throws Exception {
        takeSome();
        NodeProcess stopped = active();
        stopped.signal("STOP");
        long after;
        try {
            after = client.next();
        } finally {
            stopped.signal("CONT");
        }

        assertThat(stopped.generate().path("id").asLong(Long.MAX_VALUE)).isGreaterThan(after);
    }

    @Test
    void thoseThatStandByAreHealthyAndSayWhoGivesIds() {
        // After a machine's pause, another one may give ids.
        await("two stand by").untilAsserted(() -> {
            NodeProcess active = active();
            String place =
                    active.address().getHostString() + ":" + active.address().getPort();
            assertThat(standbys(active)).hasSize(2).allSatisfy(standby -> {
                assertThat(get(standby, "/readyz").body()).contains("\"reason\":\"standby\"", place);
                assertThat(get(standby, "/readyz?standbyok").statusCode()).isEqualTo(200);
            });
        });

        assertThat(standbys(active()))
                .allSatisfy(standby -> assertThat(standby.stderr()
                                .lines()
                                .filter(line -> line.contains(PROBLEM))
                                .collect(joining("\n")))
                        .contains(PROBLEM + STANDS_BY)
                        .doesNotContain("WARN " + PROBLEM + STANDS_BY)
                        // After another problem, or none, it is said again.
                        .doesNotContainPattern(PROBLEM + STANDS_BY + ".*\n.*" + PROBLEM + STANDS_BY));
    }

    private long takeSome() {
        long last = 0;
        for (int i = 0; i < 100; i++) {
            long id = client.next();
            assertThat(id).isGreaterThan(last);
            last = id;
        }
        return last;
    }
}
