package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.Realtime;
import io.snowkeeper.testkit.time.SettableClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that refuses ids gets no requests from HAProxy once that has checked it. */
@Realtime
class BalancerIT {

    private static final int REQUESTS = 200;
    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final SettableClock clock = new SettableClock();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private HttpNode stepped;
    private HttpNode other;
    private Balancer balancer;

    @BeforeEach
    void start() throws Exception {
        String zooKeeper = SharedZooKeeper.newConnectString();
        stepped = HttpNode.in(zooKeeper, "n1")
                .with(clock)
                .with(Files.createDirectory(folder.resolve("n1")))
                .start()
                .awaitReady();
        other = HttpNode.start(zooKeeper, "n2").awaitReady();
        balancer = Balancer.before(Map.of("n1", stepped, "n2", other), folder);
        balancer.awaitUp("n1");
        balancer.awaitUp("n2");
    }

    @AfterEach
    void stop() throws Exception {
        balancer.close();
        other.close();
        stepped.close();
    }

    @Test
    void aNodeWhoseClockIsSetBackAnHourCostsNoRequestOnceItWasChecked() throws Exception {
        assertThat(failures("/v1/ids")).isEmpty();

        List<Integer> before = balancer.timesTakenOut("n1");
        clock.setAhead(Duration.ofHours(-1));
        balancer.awaitTakenOut("n1", before);

        assertThat(failures("/v1/ids")).isEmpty();
        assertThat(failuresOfLines()).isEmpty();
    }

    @Test
    void aNodeWhoseClockIsSteppedBackFourSecondsCostsNoneEitherAndComesBackWhenItHasCaughtUp() throws Exception {
        assertThat(failures("/v1/ids")).isEmpty();
        assertThat(failures("/v1/sortable-ids")).isEmpty();

        List<Integer> before = balancer.timesTakenOut("n1");
        clock.setAhead(Duration.ofSeconds(-4));
        balancer.awaitTakenOut("n1", before);
        assertThat(failures("/v1/ids")).isEmpty();
        assertThat(failures("/v1/sortable-ids")).isEmpty();

        balancer.awaitUp("n1");
        assertThat(failures("/v1/ids")).isEmpty();
        assertThat(failures("/v1/sortable-ids")).isEmpty();
        assertThat(failuresOfLines()).isEmpty();
    }

    private List<String> failures(String path) throws Exception {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(balancer.http(path))
                            .timeout(Patience.LIMIT)
                            .POST(BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                failures.add(answer.statusCode() + " " + answer.body());
            }
        }
        return failures;
    }

    /** A connection for each, since those that are open stay at the node that they have. */
    private List<String> failuresOfLines() throws IOException {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            try (LineClient client = LineClient.connect(balancer.lines())) {
                client.send(GENERATE);
                String line = client.readLine();
                if (line == null || !line.contains("generate_ok")) {
                    failures.add(String.valueOf(line));
                }
            }
        }
        return failures;
    }
}
