package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReadinessLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(ReadinessLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicLong now = new AtomicLong(1_000);
    private final ReadinessLog readiness = new ReadinessLog(now::get);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    @Test
    void saysNothingBeforeTheFirstLease() {
        readiness.note(claiming("ZooKeeper is away"));

        assertThat(lines.list).isEmpty();
    }

    @Test
    void saysOnceThatIdsAreMade() {
        readiness.note(holding(2_000, Optional.empty()));
        readiness.note(holding(3_000, Optional.empty()));

        assertThat(lines.list)
                .extracting(ILoggingEvent::toString)
                .containsExactly("[INFO] ready: ids are made under worker id 7");
    }

    @Test
    void saysWhyTheReservationCameToItsEnd() {
        readiness.note(holding(2_000, Optional.empty()));
        now.set(2_001);
        readiness.note(holding(2_000, Optional.of("ZooKeeper is away")));

        assertThat(lines.list)
                .extracting(ILoggingEvent::toString)
                .endsWith("[WARN] not ready: ids could be made up to 1970-01-01T00:00:02Z; ZooKeeper is away");
    }

    @Test
    void saysWhyTheLeaseIsGone() {
        readiness.note(holding(2_000, Optional.empty()));
        readiness.note(claiming("somebody else has it"));

        assertThat(lines.list).extracting(ILoggingEvent::toString).endsWith("[WARN] not ready: somebody else has it");
    }

    @Test
    void saysThatIdsAreMadeAgain() {
        readiness.note(holding(2_000, Optional.empty()));
        readiness.note(claiming("somebody else has it"));
        readiness.note(holding(2_000, Optional.empty()));

        assertThat(lines.list).hasSize(3);
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
                problem);
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
                Optional.of(problem));
    }
}
