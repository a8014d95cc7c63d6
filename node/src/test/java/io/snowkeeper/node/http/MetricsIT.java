package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.time.SettableClock;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prometheus reads the true figures. */
class MetricsIT {

    private final SettableClock clock = new SettableClock();
    private HttpNode node;

    @BeforeEach
    void startNode() throws Exception {
        node = HttpNode.in(SharedZooKeeper.newConnectString(), "n1")
                .with(clock)
                .start()
                .awaitReady();
    }

    @AfterEach
    void stopNode() {
        node.close();
    }

    private double value(String series) {
        return value(node, series);
    }

    private static double value(HttpNode node, String series) {
        List<String> lines = node.get("/metrics").body().lines().toList();
        return lines.stream()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is not among " + String.join("\n", lines)));
    }

    private void ask(String... lines) throws Exception {
        try (Socket socket =
                new Socket(node.lineAddress().getAddress(), node.lineAddress().getPort())) {
            socket.getOutputStream().write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                    .hasSize(lines.length);
        }
    }

    @Test
    void requestsOverTheLineProtocolAreCountedByTypeAndCode() throws Exception {
        String generate = "{\"src\":\"c\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}";
        ask(
                generate,
                generate,
                "{ \"body\" : { \"type\" : \"generate\" } }",
                "{\"body\":{\"type\":\"generate_batch\",\"count\":100}}",
                "{\"body\":{\"type\":\"generate_batch\",\"count\":-1}}",
                "{\"body\":{\"type\":\"generate_sortable\",\"count\":6}}",
                "{\"body\":{\"type\":\"time_info\"}}",
                "{\"body\":{\"type\":\"sequence_describe\",\"sequence\":\"nobody\"}}",
                "hello");

        assertThat(value("snowkeeper_requests_total{code=\"ok\",protocol=\"line\",type=\"generate\"}"))
                .isEqualTo(3);
        assertThat(value("snowkeeper_requests_total{code=\"ok\",protocol=\"line\",type=\"generate_batch\"}"))
                .isEqualTo(1);
        assertThat(value("snowkeeper_requests_total{code=\"ok\",protocol=\"line\",type=\"time_info\"}"))
                .isEqualTo(1);
        assertThat(value("snowkeeper_requests_total{code=\"malformed_request\",protocol=\"line\",type=\"unknown\"}"))
                .isEqualTo(2);
        assertThat(
                        value(
                                "snowkeeper_requests_total{code=\"key_does_not_exist\",protocol=\"line\",type=\"sequence_describe\"}"))
                .isEqualTo(1);
        assertThat(value("snowkeeper_ids_issued_total{kind=\"snowflake\",protocol=\"line\"}"))
                .isEqualTo(103);
        assertThat(value("snowkeeper_requests_total{code=\"ok\",protocol=\"line\",type=\"generate_sortable\"}"))
                .isEqualTo(1);
        assertThat(value("snowkeeper_ids_issued_total{kind=\"sortable\",protocol=\"line\"}"))
                .isEqualTo(6);
        assertThat(value("snowkeeper_request_duration_seconds_count{protocol=\"line\"}"))
                .isEqualTo(9);
        assertThat(value("snowkeeper_request_duration_seconds_bucket{protocol=\"line\",le=\"+Inf\"}"))
                .isEqualTo(9);
        assertThat(value("snowkeeper_request_duration_seconds_sum{protocol=\"line\"}"))
                .isPositive();
    }

    @Test
    void aBatchOverTheEndOfATickIsAnOverflowAndUsesTheHighestSequence() throws Exception {
        ask("{\"body\":{\"type\":\"generate_batch\",\"count\":20000}}");

        assertThat(value("snowkeeper_tick_overflows_total")).isEqualTo(1);
        assertThat(value("snowkeeper_tick_highest_sequence")).isEqualTo(4095);
        await("looked at")
                .untilAsserted(() -> assertThat(value("snowkeeper_tick_highest_sequence_recent{window=\"1m\"}"))
                        .isEqualTo(4095));
        await("forgotten after a second")
                .untilAsserted(() -> assertThat(value("snowkeeper_tick_highest_sequence_recent{window=\"1s\"}"))
                        .isZero());
    }

    @Test
    void idsAndRequestsOverHttpAreCounted() {
        node.post("/v1/ids?count=7");
        node.post("/v1/ids?count=0");
        node.post("/v1/sortable-ids?count=5");
        node.get("/nothing");

        assertThat(value("snowkeeper_ids_issued_total{kind=\"snowflake\",protocol=\"http\"}"))
                .isEqualTo(7);
        assertThat(value("snowkeeper_ids_issued_total{kind=\"sortable\",protocol=\"http\"}"))
                .isEqualTo(5);
        assertThat(value("http_server_requests_seconds_count{method=\"POST\",status=\"200\",uri=\"/v1/ids\"}"))
                .isEqualTo(1);
        assertThat(value("http_server_requests_seconds_count{method=\"POST\",status=\"400\",uri=\"/v1/ids\"}"))
                .isEqualTo(1);
        assertThat(value("http_server_requests_seconds_count{method=\"GET\",status=\"404\",uri=\"UNKNOWN\"}"))
                .isEqualTo(1);
    }

    @Test
    void answersThatAClientDoesNotTakeArePending() throws Exception {
        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(64 * 1024);
            slow.connect(node.lineAddress());
            slow.getOutputStream()
                    .write("{\"body\":{\"type\":\"generate_batch\",\"count\":100000}}\n"
                            .repeat(20)
                            .getBytes(StandardCharsets.US_ASCII));

            await("pending").until(() -> value("snowkeeper_answers_pending_bytes") > 0);
        }
        await("dropped").until(() -> value("snowkeeper_answers_pending_bytes") == 0);
    }

    @Test
    void theLeaseIsFollowed() {
        assertThat(value("snowkeeper_ready")).isEqualTo(1);
        assertThat(value("snowkeeper_worker_held{member=\"1\"}")).isEqualTo(1);
        assertThat(value("snowkeeper_worker_id{member=\"1\"}")).isBetween(0.0, 1023.0);
        assertThat(value("snowkeeper_zookeeper_connected{member=\"1\"}")).isEqualTo(1);
        assertThat(value("snowkeeper_clock_skew_seconds{member=\"1\"}")).isBetween(-5.0, 5.0);
        assertThat(value("snowkeeper_clock_rollbacks_total")).isZero();
        // The view of the fleet may be up to a second old, and of before the worker id was held.
        await("seen")
                .untilAsserted(() -> assertThat(value("snowkeeper_fleet_slots{state=\"live\"}"))
                        .isEqualTo(1));
        double reservedUntil = value("snowkeeper_reserved_until_seconds{member=\"1\"}");
        clock.setAhead(HttpNode.WINDOW.dividedBy(2));
        await("renewed")
                .until(() -> value("snowkeeper_lease_renewals_total") > 0
                        && value("snowkeeper_reserved_until_seconds{member=\"1\"}") > reservedUntil
                        && value("snowkeeper_lease_renewal_seconds_count{outcome=\"renewed\"}") > 0);
        assertThat(value("snowkeeper_lease_renewal_seconds_sum{outcome=\"renewed\"}"))
                .isPositive();
        assertThat(value("snowkeeper_zookeeper_write_seconds_count{outcome=\"done\"}"))
                .isGreaterThan(2);
        assertThat(value("snowkeeper_zookeeper_write_seconds_sum{outcome=\"done\"}"))
                .isPositive();
    }

    @Test
    void aLostSessionIsCounted() throws Exception {
        try (TestingServer zooKeeper = TemporaryZooKeeper.withTick(500);
                HttpNode lonely = HttpNode.in(zooKeeper.getConnectString(), "n1")
                        .with(clock)
                        .with(Duration.ofSeconds(1))
                        .start()
                        .awaitReady()) {
            double losses = value(lonely, "snowkeeper_zookeeper_session_losses_total");
            zooKeeper.stop();
            clock.setAhead(HttpNode.WINDOW);

            await("lost")
                    .until(() -> value(lonely, "snowkeeper_zookeeper_session_losses_total") > losses
                            && value(lonely, "snowkeeper_zookeeper_connected{member=\"1\"}") == 0
                            && value(lonely, "snowkeeper_ready") == 0);
            zooKeeper.restart();
        }
    }

    @Test
    void aSequenceTellsHowFullItIs() {
        node.send(
                "POST",
                "/v1/sequences",
                "{\"sequence\":\"A\",\"mode\":\"ordered\",\"ranges\":[{\"from\":1,\"to\":10}]}");
        node.post("/v1/sequences/A/next?count=9");

        assertThat(value("snowkeeper_sequence_remaining{sequence=\"A\"}")).isEqualTo(1);
        assertThat(value("snowkeeper_sequence_used_ratio{sequence=\"A\"}")).isEqualTo(0.9);
        assertThat(value("snowkeeper_sequence_pending{sequence=\"A\"}")).isZero();
        assertThat(value("snowkeeper_sequence_numbers_total{sequence=\"A\"}")).isEqualTo(9);
        assertThat(value("snowkeeper_sequence_writes_total{sequence=\"A\"}")).isEqualTo(1);
        assertThat(value("snowkeeper_sequence_info{mode=\"ordered\",period=\"\",sequence=\"A\"}"))
                .isEqualTo(1);
        assertThat(value("snowkeeper_sequences_unreadable")).isZero();
    }

    @Test
    void aSequenceTellsHowMuchIsPendingAndForHowLong() {
        node.send(
                "POST",
                "/v1/sequences",
                "{\"sequence\":\"G\",\"mode\":\"gapless\",\"ranges\":[{\"from\":1,\"to\":10}]}");
        node.post("/v1/sequences/G/next");

        assertThat(value("snowkeeper_sequence_pending{sequence=\"G\"}")).isEqualTo(1);
        await("looked for since the scrape before")
                .until(() -> node.get("/metrics")
                        .body()
                        .contains("snowkeeper_sequence_oldest_pending_seconds{sequence=\"G\"}"));
        assertThat(value("snowkeeper_sequence_oldest_pending_seconds{sequence=\"G\"}"))
                .isNotNegative();
    }

    @Test
    void connectionsAreCounted() throws Exception {
        try (Socket socket =
                new Socket(node.lineAddress().getAddress(), node.lineAddress().getPort())) {
            await("connected " + socket).until(() -> value("snowkeeper_connections{protocol=\"line\"}") == 1);
        }
        assertThat(value("snowkeeper_connections{protocol=\"http\"}")).isEqualTo(1);
    }

    @Test
    void theProcessIsFollowed() {
        System.gc();
        // A thread of the JVM's reports collections, in its own time.
        await("told of")
                .untilAsserted(() -> assertThat(node.get("/metrics").body())
                        .contains(
                                "# TYPE snowkeeper_build_info",
                                "# TYPE snowkeeper_layout_end_seconds",
                                "# TYPE jvm_memory_used_bytes",
                                "# TYPE jvm_gc_pause_seconds",
                                "# TYPE jvm_threads_live_threads",
                                "# TYPE jvm_info",
                                "# TYPE process_uptime_seconds",
                                "# TYPE process_files_open_files"));
    }
}
