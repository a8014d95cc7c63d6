package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node's verdict on itself, in every situation. */
class OwnVerdictTest {

    private static final Instant NOW = Instant.parse("2026-11-28T12:12:00Z");
    private static final Instant END = NOW.plusSeconds(40);
    private static final ReadinessCheck NO_TIME_LEFT =
            ReadinessCheck.failed("reservation", UnavailableReason.RESERVATION_USED_UP, "reserved until then");

    /** A node: its situation, and the verdict on its ids and on its sequences. */
    enum Situation {
        WELL(holding(true), Given.BY_ONE, Given.BY_ONE),
        ZOOKEEPER_AWAY(holding(false), new AtRisk(1, 1, END, "zookeeper-away"), new Refused(1, "zookeeper-away")),
        CLOCK_AWAY_FROM_ZOOKEEPERS(
                holding(true, UnavailableReason.CLOCK_SKEW), new AtRisk(1, 1, END, "clock-skew"), Given.BY_ONE),
        DISK_TAKES_NO_WRITES(
                holding(true, UnavailableReason.NO_WORKER_ID),
                new AtRisk(1, 1, END, "reservation-used-up"),
                Given.BY_ONE),
        LESS_THAN_THE_MARGIN_IS_LEFT(
                holding(true), List.of(NO_TIME_LEFT), new AtRisk(1, 1, END, "reservation-used-up"), Given.BY_ONE),
        CLOCK_SET_BACK(
                holding(true),
                List.of(ReadinessCheck.failed("ids", UnavailableReason.CLOCK_MOVED_BACKWARDS, "it was set back")),
                new Refused(1, "clock-moved-backwards"),
                Given.BY_ONE),
        RESTORED(
                holding(true),
                List.of(),
                Optional.of(UnavailableReason.ENSEMBLE_RESTORED),
                Optional.empty(),
                Given.BY_ONE,
                new Refused(1, "ensemble-restored")),
        DRAINING(
                holding(true),
                List.of(),
                Optional.empty(),
                Optional.of(NOW.plusSeconds(5)),
                new AtRisk(1, 1, NOW.plusSeconds(5), "draining"),
                new AtRisk(1, 1, NOW.plusSeconds(5), "draining")),
        DRAINING_WHEN_ZOOKEEPER_IS_AWAY(
                holding(false),
                List.of(),
                Optional.empty(),
                Optional.of(NOW.plusSeconds(50)),
                new AtRisk(1, 1, END, "zookeeper-away"),
                new Refused(1, "zookeeper-away")),
        DRAINED(
                holding(true),
                List.of(),
                Optional.empty(),
                Optional.of(NOW),
                new Refused(1, "draining"),
                new Refused(1, "draining"));

        private final OwnVerdict node;
        private final Standing ids;
        private final Standing sequences;

        Situation(MembershipStatus member, Standing ids, Standing sequences) {
            this(member, List.of(), ids, sequences);
        }

        Situation(MembershipStatus member, List<ReadinessCheck> failed, Standing ids, Standing sequences) {
            this(member, failed, Optional.empty(), Optional.empty(), ids, sequences);
        }

        Situation(
                MembershipStatus member,
                List<ReadinessCheck> failed,
                Optional<UnavailableReason> closed,
                Optional<Instant> drained,
                Standing ids,
                Standing sequences) {
            this.node = new OwnVerdict(
                    new Readiness.Report(failed, Optional.empty()),
                    List.of(member),
                    closed.map(reason -> new Unavailability(reason, "they are closed")),
                    drained,
                    NOW);
            this.ids = ids;
            this.sequences = sequences;
        }
    }

    @ParameterizedTest
    @EnumSource
    void idsAreGivenAsTheNodeStands(Situation situation) {
        assertThat(situation.node.judge().ids()).isEqualTo(situation.ids);
    }

    @ParameterizedTest
    @EnumSource
    void sequencesAreGivenAsTheNodeStands(Situation situation) {
        assertThat(situation.node.judge().sequences()).isEqualTo(situation.sequences);
    }

    private static MembershipStatus holding(boolean connected, UnavailableReason... problem) {
        OptionalLong end = OptionalLong.of(END.toEpochMilli());
        return new MembershipStatus(
                MembershipStatus.Phase.HOLDING,
                Optional.of("fleet"),
                OptionalLong.of(1),
                end,
                end,
                connected,
                OptionalLong.of(0),
                List.of(problem).stream()
                        .map(reason -> new MembershipProblem(reason, "it is not well"))
                        .findFirst());
    }
}
