package io.snowkeeper.springtest.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.OnlyInFullOnSpring6;
import io.snowkeeper.springtest.RealNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Health and meters of applications, over HTTP. */
@OnlyInFullOnSpring6
class ActuatorIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private static void awaitAsserted(ThrowingRunnable seen) {
        await().atMost(PATIENCE).untilAsserted(seen);
    }

    private static JsonNode json(HttpResponse<String> response) throws Exception {
        return new ObjectMapper().readTree(response.body());
    }

    @Test
    void aClientIsUpWhileAServerGivesIdsAndDownAfterwards() throws Exception {
        try (RealNode node = RealNode.start(folder);
                ConfigurableApplicationContext application = Applications.serve(
                        WebApplication.class, "snowkeeper.servers=" + node.servers(), "snowkeeper.health.timeout=1s")) {
            Http http = Http.to(application);
            assertThat(Long.parseLong(http.get("/id").body())).isPositive();
            awaitAsserted(() -> {
                HttpResponse<String> up = http.get("/actuator/health");
                assertThat(up.statusCode()).as(up.body()).isEqualTo(200);
                assertThat(json(up).at("/components/snowkeeper/status").asText())
                        .isEqualTo("UP");
            });
            assertThat(json(http.get("/actuator/metrics/snowkeeper.client.calls"))
                            .at("/measurements/0/value")
                            .asInt())
                    .isGreaterThanOrEqualTo(2);

            node.kill();

            HttpResponse<String> down = http.get("/actuator/health");
            assertThat(down.statusCode()).as(down.body()).isEqualTo(503);
            assertThat(json(down).at("/components/snowkeeper/status").asText()).isEqualTo("DOWN");
            assertThat(json(down).at("/components/snowkeeper/details/reason").asText())
                    .isEqualTo("no-answer");
        }
    }

    @Test
    void aMemberIsUpWhileItHoldsAWorkerId() throws Exception {
        try (RealNode node = RealNode.start(folder);
                ConfigurableApplicationContext application = Applications.serve(
                        WebApplication.class,
                        "snowkeeper.zookeeper=" + node.zooKeeper(),
                        "snowkeeper.embedded.name=orders-1",
                        "snowkeeper.embedded.session-timeout=2s",
                        "snowkeeper.embedded.window=2s")) {
            Http http = Http.to(application);
            // Its window is short: a machine that stands still for a second takes the reservation for a moment.
            awaitAsserted(() -> {
                assertThat(http.get("/id").body()).matches("\\d+");
                HttpResponse<String> up = http.get("/actuator/health");
                assertThat(up.statusCode()).as(up.body()).isEqualTo(200);
                assertThat(json(up).at("/components/snowkeeper/details/workerIds")
                                .size())
                        .isEqualTo(1);
                assertThat(json(http.get("/actuator/metrics/snowkeeper.ready?tag=name:orders-1"))
                                .at("/measurements/0/value")
                                .asInt())
                        .isEqualTo(1);
            });

            // Its ZooKeeper is gone with it: ids end with the reservation.
            node.kill();

            awaitAsserted(() -> {
                JsonNode down = json(http.get("/actuator/health"));
                assertThat(down.at("/components/snowkeeper/status").asText()).isEqualTo("DOWN");
                assertThat(down.at("/components/snowkeeper/details/reason").asText())
                        .isNotBlank();
            });
        }
    }
}
