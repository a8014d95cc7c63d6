package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.report.FakeParts;
import io.snowkeeper.testkit.log.LogCapture;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The log of the verdict on the fleet, by a node that knows only itself. */
class VerdictLogTest {

    private static final long SECOND = 1_000_000_000L;
    private static final String GIVEN = "[INFO] fleet orders-prod: ids and sequences are given by the node";
    private static final String AWAY =
            "[WARN] fleet orders-prod: ids are at risk until 2026-11-21T19:41:17Z: zookeeper-away;"
                    + " sequences are refused: zookeeper-away";

    private final LogCapture log = LogCapture.of(VerdictLog.class.getName());
    private long nanos;
    private final FakeParts own = new FakeParts(() -> Views.T.toEpochMilli() + nanos / 1_000_000, () -> nanos);
    private final VerdictLog verdicts =
            new VerdictLog(LonelyReports.of(own.sources()), Optional.of("orders-prod"), () -> nanos);

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void nothingIsLoggedBeforeIdsAreGiven() {
        look();

        assertThat(said()).isEmpty();
    }

    @Test
    void eachChangeIsALine() {
        own.setMembership(connected(true));
        look();
        look();
        own.setMembership(connected(false));
        look();

        assertThat(said()).containsExactly(GIVEN, AWAY);
    }

    @Test
    void aLookJudgesTheNodeOnce() {
        look();
        int before = own.timesJudged();
        verdicts.look();

        assertThat(own.timesJudged() - before).isEqualTo(1);
    }

    @Test
    void oneThatChangesEachSecondIsLoggedNevertheless() {
        for (int i = 0; i < 10; i++) {
            own.setMembership(connected(i % 2 == 0));
            verdicts.look();
            nanos += SECOND;
        }

        assertThat(said()).isNotEmpty();
    }

    @Test
    void aTimeThatMovesIsNoChange() {
        own.setMembership(connected(true));
        look();
        own.setMembership(skewed(60));
        look();
        own.setMembership(skewed(50));
        look();

        assertThat(said()).hasSize(2);
    }

    @Test
    void aVerdictThatFlapsIsLoggedTenTimesAMinuteAndAsItIsInTheEnd() {
        for (int i = 0; i < 29; i++) {
            own.setMembership(connected(i % 2 == 0));
            look();
        }
        assertThat(said()).hasSize(VerdictLog.LINES);

        own.setMembership(connected(true));
        look();
        look();
        assertThat(said())
                .hasSize(VerdictLog.LINES + 1)
                .last()
                .isEqualTo(GIVEN + " (it changed in between, too often to log each time)");
    }

    /** Twice: where this node has changed it looks at the fleet before it says so. */
    private void look() {
        for (int i = 0; i < 2; i++) {
            verdicts.look();
            nanos += SECOND;
        }
    }

    private List<String> said() {
        return log.events().stream().map(ILoggingEvent::toString).toList();
    }

    private static MembershipStatus connected(boolean connected) {
        return holding(600, connected, Optional.empty());
    }

    private static MembershipStatus skewed(int seconds) {
        return holding(
                seconds, true, Optional.of(new MembershipProblem(UnavailableReason.CLOCK_SKEW, "the clock is wrong")));
    }

    private static MembershipStatus holding(int seconds, boolean connected, Optional<MembershipProblem> problem) {
        OptionalLong until = OptionalLong.of(Views.T.plusSeconds(seconds).toEpochMilli());
        return new MembershipStatus(
                MembershipStatus.Phase.HOLDING,
                Optional.of("fleet"),
                OptionalLong.of(1),
                until,
                until,
                connected,
                OptionalLong.of(0),
                problem);
    }
}
