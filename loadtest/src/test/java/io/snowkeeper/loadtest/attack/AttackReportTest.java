package io.snowkeeper.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.measure.Innocent;
import io.snowkeeper.loadtest.attack.measure.InnocentResult;
import io.snowkeeper.loadtest.attack.measure.LatencySummary;
import io.snowkeeper.loadtest.attack.traffic.AttackKind;
import io.snowkeeper.loadtest.client.LineExchange;
import io.snowkeeper.loadtest.client.Transport;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttackReportTest {

    private static final Duration LIMIT = Duration.ofMillis(50);
    private static final LatencySummary GOOD = new LatencySummary(100, 0, Duration.ofMillis(1), LIMIT);
    private static final LatencySummary SLOW = new LatencySummary(100, 0, Duration.ofMillis(1), LIMIT.plusMillis(1));
    private static final LatencySummary FAILED = new LatencySummary(100, 3, Duration.ofMillis(1), Duration.ofMillis(2));
    private static final Optional<Duration> SOON = Optional.of(Duration.ofSeconds(2));

    @Test
    void holdsAtTheVeryLimits() {
        assertThat(report(AttackKind.LISTINGS, result(GOOD, GOOD, SOON, false)).violations())
                .isEmpty();
    }

    @Test
    void aRequestThatFailsDuringTheAttackDoesNotHold() {
        assertThat(report(AttackKind.LISTINGS, result(FAILED, GOOD, SOON, false))
                        .violations())
                .containsExactly("line: none may fail during the attack: 3 of 100, such as: Read timed out");
    }

    @Test
    void slowAnswersDuringTheAttackDoNotHold() {
        assertThat(report(AttackKind.LISTINGS, result(SLOW, GOOD, SOON, false)).violations())
                .containsExactly("line: p99 during the attack must be <= 50.0 ms: 51.0");
    }

    @Test
    void whatIsNotAsBeforeAfterTheAttackDoesNotHold() {
        assertThat(report(AttackKind.LISTINGS, result(GOOD, FAILED, SOON, false))
                        .violations())
                .containsExactly("line: none may fail after the attack: 3 of 100, such as: Read timed out");
        assertThat(report(AttackKind.LISTINGS, result(GOOD, SLOW, SOON, false)).violations())
                .containsExactly("line: p99 after the attack must be <= 50.0 ms: 51.0");
    }

    @Test
    void aLateOrMissingRecoveryDoesNotHold() {
        assertThat(report(AttackKind.LISTINGS, result(GOOD, GOOD, Optional.of(Duration.ofMillis(2_100)), false))
                        .violations())
                .containsExactly("line: must be served within 2.0 s of the attack's end: 2.1");
        assertThat(report(AttackKind.LISTINGS, result(GOOD, GOOD, Optional.empty(), false))
                        .violations())
                .containsExactly("line: must be served within 2.0 s of the attack's end: never");
    }

    @Test
    void nobodyHasToConnectWhileAllConnectionsAreTaken() {
        assertThat(report(AttackKind.MANY_CONNECTIONS, result(FAILED, GOOD, SOON, true))
                        .violations())
                .isEmpty();
        assertThat(report(AttackKind.MANY_CONNECTIONS, result(FAILED, GOOD, SOON, false))
                        .violations())
                .hasSize(1);
    }

    @Test
    void memoryLogAndStopAreBounded() {
        AttackReport report = new AttackReport(
                plan(AttackKind.LISTINGS),
                List.of(),
                GOOD,
                GOOD,
                GOOD,
                "nothing",
                100,
                513,
                21,
                Duration.ofSeconds(61),
                true,
                Optional.of(Duration.ofMillis(15_100)));

        assertThat(report.violations())
                .containsExactly(
                        "the node must have 512 MiB of memory at the most: 513",
                        "the node must log 20 lines at the most: 21",
                        "the node must not end by itself",
                        "the node must end within 15.0 s under the attack: 15.1");
    }

    private static InnocentResult result(
            LatencySummary during, LatencySummary after, Optional<Duration> recovery, boolean connects) {
        Innocent innocent =
                new Innocent("line", new InetSocketAddress(7070), LineExchange.of("generate", ""), connects);
        return new InnocentResult(innocent, GOOD, during, after, LIMIT, recovery, "Read timed out");
    }

    private static AttackReport report(AttackKind kind, InnocentResult result) {
        return new AttackReport(
                plan(kind),
                List.of(result),
                GOOD,
                GOOD,
                GOOD,
                "nothing",
                100,
                512,
                10,
                Duration.ofSeconds(12),
                false,
                Optional.of(Duration.ofSeconds(15)));
    }

    private static AttackPlan plan(AttackKind kind) {
        return new AttackPlan(
                kind,
                Transport.PLAIN,
                1,
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                new AttackLimits(10, Duration.ofMillis(5), 512, 10, Duration.ofSeconds(2), Duration.ofSeconds(5)),
                1,
                Duration.ofSeconds(5),
                Path.of("snowkeeper.jar"),
                List.of(),
                List.of(),
                Path.of("run"));
    }
}
