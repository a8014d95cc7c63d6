package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.time.Realtime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fleet as deploy/fleet runs it, seen through HAProxy by clients that try nothing twice. */
@Realtime
class FleetScriptIT {

    private static final Pattern READY =
            Pattern.compile("^(n\\d+) +\\d+ +ready +line \\d+ http \\d+ worker (\\d+) balancer UP$", Pattern.MULTILINE);
    private static final int CLIENTS = 8;

    private static FleetScript fleet;

    @BeforeAll
    static void start(@TempDir(cleanup = ON_SUCCESS) Path folder) throws Exception {
        fleet = new FleetScript(
                Path.of("../deploy/fleet").toAbsolutePath(),
                folder,
                Path.of(System.getProperty("snowkeeper.jar")),
                FleetSettings.nextPort(),
                Map.of("FLEET_WAIT", "120", "FLEET_JAVA_OPTIONS", FleetSettings.javaOptions()));
        fleet.up(3);
    }

    @AfterAll
    static void stop() throws Exception {
        fleet.close();
    }

    @BeforeEach
    void haveThreeNodes() throws Exception {
        fleet.scale(3);
    }

    @Test
    void threeNodesGiveIdsBehindTheBalancer() throws Exception {
        try (NaiveClients clients = NaiveClients.of(fleet.lines(), CLIENTS)) {
            awaitVisits(clients, 100);

            // A node that another test has stopped comes back behind the balancer at its next check.
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(clients.nodes()).containsExactly("n1", "n2", "n3"));
            clients.close();
            assertThat(clients.ids()).doesNotHaveDuplicates();
            assertThat(clients.failures()).isEmpty();
        }
    }

    @Test
    void theBalancerTakesHttp() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://%s:%d/v1/ids?count=100"
                        .formatted(fleet.http().getHostString(), fleet.http().getPort())))
                .header("accept", "text/plain")
                .POST(BodyPublishers.noBody())
                .build();

        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body().lines()).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void moreNodesGetWorkerIdsByThemselvesAndCostNoRequest() throws Exception {
        try (NaiveClients clients = NaiveClients.of(fleet.lines(), CLIENTS)) {
            awaitVisits(clients, 20);

            fleet.scale(5);

            // A check of the balancer's that is late makes it pass over a node for a moment.
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(workerIds()).hasSize(5).doesNotHaveDuplicates());
            awaitVisits(clients, clients.count() + 100);
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(clients.nodes()).contains("n4", "n5"));
            clients.close();
            assertThat(clients.failures()).isEmpty();
        }
    }

    @Test
    void aDrainedNodeCostsNoRequest() throws Exception {
        try (NaiveClients clients = NaiveClients.of(fleet.lines(), CLIENTS)) {
            awaitVisits(clients, 20);

            fleet.drain(2);

            awaitVisits(clients, clients.count() + 100);
            clients.close();
            assertThat(clients.failures()).isEmpty();
        }
    }

    @Test
    void aRestartOfZooKeeperCostsNoRequest() throws Exception {
        try (NaiveClients clients = NaiveClients.of(fleet.lines(), CLIENTS)) {
            awaitVisits(clients, 20);

            fleet.restartZooKeeper();

            awaitVisits(clients, clients.count() + 100);
            clients.close();
            assertThat(clients.failures()).isEmpty();
        }
    }

    @Test
    void aKilledNodeCostsNoMoreThanWhatWasOnItsWay() throws Exception {
        try (NaiveClients clients = NaiveClients.of(fleet.lines(), CLIENTS)) {
            awaitVisits(clients, 20);

            fleet.kill(3);

            awaitVisits(clients, clients.count() + 100);
            clients.close();
            // Each client has one request on its way at a time.
            assertThat(clients.failures()).hasSizeLessThanOrEqualTo(CLIENTS);
            assertThat(clients.ids()).doesNotHaveDuplicates();
        }
    }

    @Test
    @OnlyInFull
    void aKilledNodeCanBeStartedAgainAtOnce() throws Exception {
        for (int i = 0; i < 10; i++) {
            fleet.kill(2);
            fleet.start(2);
        }

        // A check of the balancer's that is late makes it pass over a node for a moment.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(workerIds()).hasSize(3).doesNotHaveDuplicates());
    }

    @Test
    void aNodeThatIsNotThereCannotBeKilled() throws Exception {
        assertThatThrownBy(() -> fleet.kill(9))
                .hasMessage("deploy/fleet kill 9 has ended with status 1: fleet: node 9 does not run");
    }

    @Test
    void aNumberOfNodesThatTheBalancerDoesNotKnowIsRefused() throws Exception {
        assertThatThrownBy(() -> fleet.scale(17))
                .hasMessage("deploy/fleet scale 17 has ended with status 2: fleet: must be >= 1 && <= 16: N=17;"
                        + " see deploy/fleet --help");
    }

    private static List<String> workerIds() throws Exception {
        return READY.matcher(fleet.status())
                .results()
                .map((MatchResult line) -> line.group(2))
                .toList();
    }

    private static void awaitVisits(NaiveClients clients, int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> clients.count() >= count);
    }
}
