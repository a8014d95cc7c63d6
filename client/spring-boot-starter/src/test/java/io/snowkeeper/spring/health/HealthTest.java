package io.snowkeeper.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import io.snowkeeper.test.FakeIds;
import io.snowkeeper.testkit.net.Ports;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HealthTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowkeeperAutoConfiguration.class,
                    HealthProbeAutoConfiguration.class,
                    Boot3HealthAutoConfiguration.class));

    @Test
    void aServerThatCannotBeReachedIsToldWithItsName() {
        String server = "127.0.0.1:" + Ports.next();
        application
                .withPropertyValues(
                        "snowkeeper.servers=" + server,
                        "snowkeeper.client.deadline=200ms",
                        "snowkeeper.client.attempt-timeout=100ms",
                        // So that the client's deadline comes first on a busy machine too.
                        "snowkeeper.health.timeout=1m")
                .run(context -> {
                    Health health = context.getBean(HealthIndicator.class).health();
                    assertThat(health.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(health.getDetails()).containsEntry("reason", "no-answer");
                    assertThat(health.getDetails().get("text")).asString().contains(server);
                });
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForLongerThanWished() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            application
                    .withPropertyValues(
                            "snowkeeper.servers=127.0.0.1:" + silent.getLocalPort(),
                            "snowkeeper.client.deadline=1h",
                            "snowkeeper.client.attempt-timeout=1h",
                            "snowkeeper.health.timeout=50ms")
                    .run(context -> {
                        Health health = context.getBean(HealthIndicator.class).health();
                        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
                        assertThat(health.getDetails())
                                .isEqualTo(Map.of("reason", "no-answer", "text", "no server gave an id within 50 ms"));
                    });
        }
    }

    @Test
    void itCanBeDoneWithout() {
        application
                .withPropertyValues("snowkeeper.servers=127.0.0.1:1", "management.health.snowkeeper.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void ofAnApplicationsOwnIdsNothingIsKnown() {
        application
                .withBean(FakeIds.class, () -> new FakeIds())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HealthIndicator.class));
    }
}
