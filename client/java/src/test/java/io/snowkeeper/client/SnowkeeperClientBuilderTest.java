package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sortable.SortableUnit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SnowkeeperClientBuilderTest {

    @Test
    void serversMustBeSet() {
        assertThatThrownBy(() -> SnowkeeperClient.builder().build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("servers must be set: servers(\"host:port,...\")");
    }

    @Test
    void theDeadlineHasARange() {
        refuses(builder -> builder.deadline(Duration.ofMillis(9)), "must be >= PT0.01S && <= PT1H: deadline=PT0.009S");
        refuses(builder -> builder.deadline(Duration.ofHours(2)), "must be >= PT0.01S && <= PT1H: deadline=PT2H");
    }

    @Test
    void theDeadlineWhileNoServerIsThereHasARange() {
        refuses(
                builder -> builder.deadlineWhileAway(Duration.ofMillis(9)),
                "must be >= PT0.01S && <= PT1H: deadlineWhileAway=PT0.009S");
    }

    @Test
    void anAttemptIsNotLongerThanTheDeadline() {
        refuses(
                builder -> builder.deadline(Duration.ofMillis(500)),
                "must be >= PT0.01S && <= PT0.5S: attemptTimeout=PT1S");
    }

    @Test
    void theTimeBetweenLookupsHasARange() {
        refuses(
                builder -> builder.lookupInterval(Duration.ofMillis(999)),
                "must be >= PT1S && <= PT1H: lookupInterval=PT0.999S");
        refuses(
                builder -> builder.lookupInterval(Duration.ofMinutes(61)),
                "must be >= PT1S && <= PT1H: lookupInterval=PT1H1M");
    }

    @Test
    void countsHaveRanges() {
        refuses(builder -> builder.connections(65), "must be >= 1 && <= 64: connections=65");
        refuses(builder -> builder.sequenceConnections(0), "must be >= 1 && <= 1000: sequenceConnections=0");
        refuses(builder -> builder.maxWaiting(0), "must be >= 1 && <= 10000000: maxWaiting=0");
    }

    @Test
    void filesForTlsMustBeThere() {
        Path missing = Path.of("missing", "ca.pem");
        assertThatThrownBy(() -> SnowkeeperClient.builder()
                        .servers("a:1")
                        .tls(TlsFiles.trusting(missing))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "TLS files must be readable, certificates in PEM and an unencrypted PKCS #8 key: "
                                + "TlsFiles[trust=Optional[" + missing + "], identity=Optional.empty]: ");
    }

    @Test
    void filesForTlsAreRegularOnesThatHaveAnEnd() {
        TlsFiles device = TlsFiles.trustingThoseOfJava().withIdentity(Path.of("/dev/null"), Path.of("/dev/null"));

        assertThatThrownBy(() ->
                        SnowkeeperClient.builder().servers("a:1").tls(device).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("/dev/null: is not a regular file");
    }

    @Test
    void aTokenThatIsNoneIsNotRepeated() {
        assertThatThrownBy(() -> SnowkeeperClient.builder().token("too short"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a token must be 16 to 1024 visible ASCII characters without spaces: it has 9 characters");
    }

    @Test
    void aTokenIsNotShown() {
        assertThat(new Token("0123456789abcdef")).hasToString("Token[hidden]");
    }

    @Test
    void sequencesHaveNames() {
        try (SnowkeeperClient client = SnowkeeperClient.builder().servers("a:1").build()) {
            assertThatThrownBy(() -> client.sequence("a b"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name=a b");
        }
    }

    @Test
    void batchesHaveALimit() {
        try (SnowkeeperClient client = SnowkeeperClient.builder().servers("a:1").build()) {
            assertThatThrownBy(() -> client.next(0)).hasMessage("must be >= 1 && <= 1000000: count=0");
            assertThatThrownBy(() -> client.next(1_000_001)).hasMessage("must be >= 1 && <= 1000000: count=1000001");
            assertThatThrownBy(() -> client.nextSortable(SortableUnit.SECOND, 0))
                    .hasMessage("must be >= 1 && <= 1000000: count=0");
        }
    }

    private static void refuses(UnaryOperator<SnowkeeperClientBuilder> options, String message) {
        assertThatThrownBy(() ->
                        options.apply(SnowkeeperClient.builder().servers("a:1")).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
