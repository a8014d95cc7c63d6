package io.snowkeeper.embedded.member;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadinessLogTest {

    private static final Optional<Unavailability> GIVEN = Optional.empty();
    private static final Optional<Unavailability> REFUSED =
            Optional.of(new Unavailability(UnavailableReason.NO_WORKER_ID, "no worker id: somebody else has it"));

    private final LogCapture log = LogCapture.of(ReadinessLog.class.getName());
    private final AtomicLong now = new AtomicLong(1_000);
    private final ReadinessLog readiness = new ReadinessLog(now::get);

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void saysNothingBeforeTheFirstLease() {
        readiness.note(claiming("ZooKeeper is away"), REFUSED, Duration.ZERO);

        assertThat(log.events()).isEmpty();
    }

    @Test
    void saysOnceThatIdsAreMade() {
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);
        readiness.note(holding(3_000, Optional.empty()), GIVEN, Duration.ZERO);

        assertThat(log.events())
                .extracting(ILoggingEvent::toString)
                .containsExactly("[INFO] ready: ids are made under worker id 7");
    }

    @Test
    void saysWhyTheReservationCameToItsEnd() {
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);
        now.set(2_001);
        readiness.note(holding(2_000, Optional.of("ZooKeeper is away")), GIVEN, Duration.ZERO);

        assertThat(log.events())
                .extracting(ILoggingEvent::toString)
                .endsWith("[WARN] not ready, reservation-used-up: ids go on until 1970-01-01T00:00:02Z;"
                        + " ZooKeeper is away");
    }

    @Test
    void isNotReadyAsSoonAsLessThanTheMarginIsLeft() {
        Duration margin = Duration.ofMillis(500);
        readiness.note(holding(2_000, Optional.empty()), GIVEN, margin);
        now.set(1_501);
        readiness.note(holding(2_000, Optional.of("ZooKeeper is away")), GIVEN, margin);

        assertThat(log.events())
                .extracting(ILoggingEvent::toString)
                .endsWith("[WARN] not ready, reservation-used-up: ids go on until 1970-01-01T00:00:02Z;"
                        + " ZooKeeper is away");
    }

    @Test
    void namesNoReasonOfAnotherKindWhereNoneIsKnown() {
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);
        now.set(2_001);
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);

        assertThat(log.events())
                .extracting(ILoggingEvent::toString)
                .endsWith("[WARN] not ready, reservation-used-up: ids go on until 1970-01-01T00:00:02Z;"
                        + " no renewal has failed: this process stood still, or a clock was set");
    }

    @Test
    void saysWhyTheLeaseIsGone() {
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);
        readiness.note(claiming("somebody else has it"), REFUSED, Duration.ZERO);

        assertThat(log.events())
                .extracting(ILoggingEvent::toString)
                .endsWith("[WARN] not ready, no-worker-id: somebody else has it");
    }

    @Test
    void saysWhyIdsAreRefusedThoughTimeIsReserved() {
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);
        readiness.note(
                holding(2_000, Optional.empty()),
                Optional.of(new Unavailability(UnavailableReason.CLOCK_MOVED_BACKWARDS, "clock moved backwards")),
                Duration.ZERO);

        assertThat(log.events())
                .extracting(ILoggingEvent::toString)
                .endsWith("[WARN] not ready, clock-moved-backwards: clock moved backwards");
    }

    @Test
    void saysThatIdsAreMadeAgain() {
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);
        readiness.note(claiming("somebody else has it"), REFUSED, Duration.ZERO);
        readiness.note(holding(2_000, Optional.empty()), GIVEN, Duration.ZERO);

        assertThat(log.events()).hasSize(3);
    }

    private static MembershipStatus holding(long untilMillis, Optional<String> problem) {
        return new MembershipStatus(
                Phase.HOLDING,
                Optional.of("fleet"),
                OptionalLong.of(7),
                OptionalLong.of(untilMillis),
                OptionalLong.of(untilMillis),
                true,
                OptionalLong.empty(),
                problem.map(text -> new MembershipProblem(UnavailableReason.NO_WORKER_ID, text)));
    }

    private static MembershipStatus claiming(String problem) {
        return new MembershipStatus(
                Phase.CLAIMING,
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                false,
                OptionalLong.empty(),
                Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, problem)));
    }
}
