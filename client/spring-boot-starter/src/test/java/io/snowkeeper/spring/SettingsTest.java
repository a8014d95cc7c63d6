package io.snowkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.Layout;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SettingsTest {

    private static <T> T bound(String prefix, Class<T> type, Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate(prefix, type);
    }

    private static LeasedIdsOptions embedded(Map<String, String> settings) {
        return EmbeddedMember.options(bound("snowkeeper.embedded", EmbeddedProperties.class, settings), "application");
    }

    @Test
    void withoutSettingsAMemberIsAsByDefault() {
        LeasedIdsOptions options = embedded(Map.of());
        LeasedIdsOptions byDefault = LeasedIdsOptions.named("application");
        assertThat(options)
                .usingRecursiveComparison()
                .ignoringFields("listener")
                .isEqualTo(byDefault);
    }

    @Test
    void eachSettingOfAMemberArrives() {
        LeasedIdsOptions options = embedded(Map.ofEntries(
                Map.entry("snowkeeper.embedded.name", "orders-1"),
                Map.entry("snowkeeper.embedded.layout", "31/10/22@1s"),
                Map.entry("snowkeeper.embedded.epoch", "cosid"),
                Map.entry("snowkeeper.embedded.worker-range", "512-1023"),
                Map.entry("snowkeeper.embedded.not-before", "2026-12-01T00:00:00Z"),
                Map.entry("snowkeeper.embedded.worker-ids", "2"),
                Map.entry("snowkeeper.embedded.per-thread-runs", "64"),
                Map.entry("snowkeeper.embedded.first-sequence", "random:16"),
                Map.entry("snowkeeper.embedded.window", "30s"),
                Map.entry("snowkeeper.embedded.session-timeout", "4s"),
                Map.entry("snowkeeper.embedded.max-skew", "2s"),
                Map.entry("snowkeeper.embedded.max-rollback-wait", "20ms"),
                Map.entry("snowkeeper.embedded.state-directory", "/var/lib/orders/ids"),
                Map.entry("snowkeeper.embedded.accept-clock-rollback", "true"),
                Map.entry("snowkeeper.embedded.join-wait", "5s"),
                Map.entry("snowkeeper.embedded.login.user", "orders"),
                Map.entry("snowkeeper.embedded.login.password", "secret"),
                Map.entry("snowkeeper.embedded.tls.authorities", "/etc/ca.pem"),
                Map.entry("snowkeeper.embedded.tls.key-store", "/etc/key.pem")));

        assertThat(options)
                .usingRecursiveComparison()
                .ignoringFields("listener")
                .isEqualTo(LeasedIdsOptions.builder("orders-1")
                        .layout(Layout.parse("31/10/22@1s", Instant.parse("2019-12-24T16:00:00Z")))
                        .workerRange(new WorkerIdRange(512, 1023))
                        .notBefore(Instant.parse("2026-12-01T00:00:00Z"))
                        .workerIds(2)
                        .perThreadRuns(64)
                        .firstSequence(FirstSequence.randomBelow(16))
                        .window(Duration.ofSeconds(30))
                        .sessionTimeout(Duration.ofSeconds(4))
                        .maxSkew(Duration.ofSeconds(2))
                        .maxRollbackWait(Duration.ofMillis(20))
                        .stateDirectory(Path.of("/var/lib/orders/ids"))
                        .acceptClockRollback(true)
                        .joinWait(Duration.ofSeconds(5))
                        .security(new StoreSecurity(
                                Optional.of(new StoreLogin("orders", "secret")),
                                Optional.of(
                                        new StoreTls(Path.of("/etc/ca.pem"), Optional.of(Path.of("/etc/key.pem"))))))
                        .build());
    }

    @Test
    void eachSettingOfAClientIsLookedAt() {
        Map<String, String> wrong = Map.of(
                "snowkeeper.client.deadline", "1ms",
                "snowkeeper.client.attempt-timeout", "10s",
                "snowkeeper.client.connections", "65",
                "snowkeeper.client.sequence-connections", "1001",
                "snowkeeper.client.lookup-interval", "2h",
                "snowkeeper.client.max-waiting", "0",
                "snowkeeper.client.token", "short",
                "snowkeeper.client.prefetch.size", "1");
        Map<String, String> messages = Map.of(
                "snowkeeper.client.deadline", "must be >= PT0.01S && <= PT1H: deadline=PT0.001S",
                "snowkeeper.client.attempt-timeout", "must be >= PT0.01S && <= PT5S: attemptTimeout=PT10S",
                "snowkeeper.client.connections", "must be >= 1 && <= 64: connections=65",
                "snowkeeper.client.sequence-connections", "must be >= 1 && <= 1000: sequenceConnections=1001",
                "snowkeeper.client.lookup-interval", "must be >= PT1S && <= PT1H: lookupInterval=PT2H",
                "snowkeeper.client.max-waiting", "must be >= 1 && <= 10000000: maxWaiting=0",
                "snowkeeper.client.token",
                        "a token must be 16 to 1024 visible ASCII characters without spaces: it has 5 characters",
                "snowkeeper.client.prefetch.size", "must be >= 2 && <= 100000: size=1");
        wrong.forEach((name, value) -> assertThatThrownBy(() -> client(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(messages.get(name)));
    }

    private static SnowkeeperClient client(Map<String, String> settings) {
        return bound("snowkeeper.client", ClientProperties.class, settings).connect(List.of("127.0.0.1:1"));
    }

    @Test
    void filesForTlsAreNotSetInVain() {
        assertThatThrownBy(() -> client(Map.of("snowkeeper.client.tls.trust", "/etc/ca.pem")))
                .hasRootCauseMessage("files for TLS need snowkeeper.client.tls.enabled=true");
        assertThatThrownBy(() -> client(Map.of(
                        "snowkeeper.client.tls.enabled", "true", "snowkeeper.client.tls.certificate", "/etc/c.pem")))
                .hasRootCauseMessage(
                        "snowkeeper.client.tls.certificate and snowkeeper.client.tls.key must be set both, or neither");
        assertThatThrownBy(() -> client(Map.of(
                        "snowkeeper.client.tls.enabled", "true", "snowkeeper.client.tls.trust", "/is/not/there.pem")))
                .hasMessageContaining("/is/not/there.pem");
        assertThatThrownBy(() -> embedded(Map.of("snowkeeper.embedded.login.user", "orders")))
                .hasRootCauseMessage(
                        "snowkeeper.embedded.login.user and snowkeeper.embedded.login.password must be set both, or neither");
        assertThatThrownBy(() -> embedded(Map.of("snowkeeper.embedded.tls.key-store", "/etc/key.pem")))
                .hasRootCauseMessage("snowkeeper.embedded.tls.key-store needs snowkeeper.embedded.tls.authorities");
    }

    @Test
    void noTextHasASecret() {
        assertThat(bound(
                        "snowkeeper.client",
                        ClientProperties.class,
                        Map.of("snowkeeper.client.token", "0123456789abcdef")))
                .asString()
                .doesNotContain("0123456789abcdef");
        assertThat(bound(
                        "snowkeeper.embedded",
                        EmbeddedProperties.class,
                        Map.of(
                                "snowkeeper.embedded.login.user", "orders",
                                "snowkeeper.embedded.login.password", "a-secret")))
                .asString()
                .contains("orders")
                .doesNotContain("a-secret");
    }
}
