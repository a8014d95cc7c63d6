package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A fleet whose ids begin at a time. */
class NotBeforeIT {

    private static final Instant LATER = Instant.parse("2090-01-01T00:00:00Z");

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private final SettableClock clock = new SettableClock();

    /** Starts a member on a clock that stands still. */
    private Member startAt(Instant now, Layout layout, Instant begin) {
        clock.stopAt(now.toEpochMilli());
        return fleet.start(
                fleet.node("n1").layout(layout).notBefore(begin).clock(clock).anySkew());
    }

    @Test
    void noWorkerIdIsTakenUntilThen() {
        Member member = fleet.start(fleet.node("n1").notBefore(LATER));

        assertThat(member.awaitProblem("begin at"))
                .startsWith(
                        "the fleet's ids begin at 2090-01-01T00:00:00Z, worker ids are taken from then on; the clock reads ");
        assertThat(member.status().phase()).isEqualTo(Phase.CLAIMING);
        assertThat(fleet.claimsOf("n1")).hasSize(1);
        assertThat(fleet.slotsOf("n1")).isEmpty();
    }

    @Test
    void theFirstIdHasThatTimeOrALaterOne() {
        Instant soon = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS);
        Member member = startAt(soon.minusMillis(1), Layout.DEFAULT, soon);
        member.awaitProblem("begin at");

        clock.stopAt(soon.toEpochMilli());
        long first = member.awaitLease().awaitId();

        assertThat(member.millisOf(first)).isEqualTo(soon.toEpochMilli());
    }

    @Test
    void aClockThatGoesBackAfterwardsDoesNotBringEarlierIds() {
        Instant begin = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
        AtomicLong offset = new AtomicLong();
        Member member =
                fleet.start(fleet.node("n1").notBefore(begin).clock(() -> System.currentTimeMillis() - offset.get()));
        member.awaitLease();

        offset.set(Duration.ofMinutes(2).toMillis());

        assertThat(member.tryNextId()).isEmpty();
    }

    @Test
    void inTicksOfSecondsNoIdIsOfASecondThatHadBegun() {
        Instant half = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusMillis(1_500);
        Member member = startAt(half, Layout.SECONDS, half).awaitLease();
        assertThat(member.generator().tryNext()).isNegative();

        clock.stopAt(half.plusMillis(500).toEpochMilli());
        long first = member.awaitId();

        assertThat(member.millisOf(first)).isEqualTo(half.plusMillis(500).toEpochMilli());
    }

    @Test
    void membersThatJoinNeedNotSaySo() {
        fleet.start(fleet.node("n1").notBefore(LATER)).awaitProblem("begin at");

        assertThat(fleet.start("n2").awaitProblem("begin at")).contains("2090-01-01T00:00:00Z");
    }
}
