package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node leaves without refusing any client that still had reason to come. */
@Tag("system")
class DrainProcessIT {

    private static final Pattern HTTP =
            Pattern.compile("^snowkeeper n1 answers HTTP on \\S+:(\\d+)$", Pattern.MULTILINE);

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private ProcessFleet fleet;

    @BeforeEach
    void makeFleet() {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
    }

    @AfterEach
    void stopAll() throws Exception {
        fleet.close();
    }

    /** Starts a node without a state directory: it refuses while a disk stalls for longer than its state is ahead. */
    private NodeProcess serve() throws IOException {
        return fleet.serve("n1", "--drain-delay", "3s", "--state-dir", "none");
    }

    private int ask(NodeProcess node, String method, String path) throws IOException, InterruptedException {
        Matcher port = await("HTTP: " + node).until(() -> HTTP.matcher(node.stdout()), Matcher::find);
        URI uri = URI.create("http://127.0.0.1:%s%s".formatted(port.group(1), path));
        return client.send(
                        HttpRequest.newBuilder(uri)
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private void awaitReady(NodeProcess node) {
        await("ready: " + node).until(() -> ask(node, "GET", "/readyz") == 200);
    }

    @Test
    @Realtime
    void aDrainOverHttpTurnsReadinessOffServesOnAndEndsWithAStatusThatSupervisorsStartAgain() throws Exception {
        NodeProcess node = serve();
        awaitReady(node);

        assertThat(ask(node, "POST", "/admin/drain")).isEqualTo(202);
        assertThat(ask(node, "GET", "/readyz")).isEqualTo(503);
        assertThat(ask(node, "GET", "/livez")).isEqualTo(200);
        assertThat(ask(node, "POST", "/v1/ids")).isEqualTo(200);
        assertThat(node.generate().has("id")).isTrue();

        assertThat(node.awaitExit()).isEqualTo(4);
        assertThat(fleet.claims()).isEmpty();
        assertThat(node.stderr())
                .contains("a drain was requested over HTTP: the process ends with status 4")
                .contains("stopping: no longer ready, load balancers have ")
                .doesNotContain("\tat ", "Exception");
    }

    @Test
    @Realtime
    void sigtermTurnsReadinessOffServesOnAndEndsWithStatus0() throws Exception {
        NodeProcess node = serve();
        awaitReady(node);

        node.signal("TERM");
        await("not ready").until(() -> ask(node, "GET", "/readyz") == 503);
        assertThat(ask(node, "POST", "/v1/ids")).isEqualTo(200);

        assertThat(node.awaitExit()).isZero();
        assertThat(fleet.claims()).isEmpty();
    }

    @Test
    @Realtime
    void sigtermDuringADrainOverHttpEndsWithStatus0() throws Exception {
        NodeProcess node = fleet.serve("n1", "--drain-delay", "3s");
        awaitReady(node);

        assertThat(ask(node, "POST", "/admin/drain")).isEqualTo(202);
        node.signal("TERM");

        assertThat(node.awaitExit()).isZero();
    }

    @Test
    void whereNobodyWatchesReadinessNobodyIsWaitedFor() throws Exception {
        NodeProcess node = fleet.serve("n1", "--drain-delay", "5m");
        node.awaitWorkerId();

        assertThat(node.stop()).isZero();
        assertThat(node.stderr()).doesNotContain("load balancers");
    }

    @Test
    void aNodeWithoutHttpServesNone() throws Exception {
        NodeProcess node = fleet.serve("n1", "--http-port", "none");
        node.awaitWorkerId();

        assertThat(node.stdout()).doesNotContain("HTTP");
        assertThat(node.stop()).isZero();
    }
}
