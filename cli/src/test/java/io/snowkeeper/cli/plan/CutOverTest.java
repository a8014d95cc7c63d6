package io.snowkeeper.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.cli.plan.CutOver.Verdict;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CutOverTest {

    private static final Instant LAST = Instant.parse("2026-12-01T12:00:00Z");
    private static final Layout TWITTER = Layout.parse("41/10/12", Instant.parse("2010-11-04T01:42:54.657Z"));

    @Test
    void sameTimeBitsBeginInTheNextTick() {
        CutOver cutOver = CutOver.after(Layout.DEFAULT, layout("41/12/10"), LAST);

        assertThat(cutOver.verdict()).isEqualTo(Verdict.AT_ONCE);
        assertThat(cutOver.notBefore()).contains(LAST.plusMillis(1));
        assertThat(cutOver.firstId()).contains(layout("41/12/10").smallestAt(LAST.plusMillis(1)));
        assertThat(cutOver.pause()).isZero();
    }

    @Test
    void oldIdsThatGoOnReachTheNewOnesAtOnceWhereBothGrowAlike() {
        assertThat(CutOver.after(Layout.DEFAULT, layout("41/12/10"), LAST).meeting())
                .contains(LAST.plusMillis(1));
    }

    @Test
    void aLaterEpochCostsAPauseAsLongAsBothAreApart() {
        CutOver cutOver = CutOver.after(TWITTER, Layout.DEFAULT, LAST);

        assertThat(cutOver.verdict()).isEqualTo(Verdict.AFTER_A_PAUSE);
        assertThat(cutOver.pause()).isEqualTo(Duration.between(TWITTER.epoch(), Layout.DEFAULT_EPOCH));
        assertThat(cutOver.atOnceFrom()).isEmpty();
    }

    @Test
    void anEarlierEpochLeavesRoomForOldIdsThatGoOn() {
        CutOver cutOver = CutOver.after(Layout.DEFAULT, TWITTER, LAST);

        assertThat(cutOver.verdict()).isEqualTo(Verdict.AT_ONCE);
        assertThat(cutOver.notBefore()).contains(LAST.plusMillis(1));
        assertThat(cutOver.meeting())
                .contains(LAST.plusMillis(1).plus(Duration.between(TWITTER.epoch(), Layout.DEFAULT_EPOCH)));
    }

    @Test
    void idsThatGrowFasterCatchUp() {
        assertThat(CutOver.after(layout("42/10/11"), Layout.DEFAULT, LAST).verdict())
                .isEqualTo(Verdict.AT_ONCE);

        CutOver early = CutOver.after(Layout.parse("42/10/11", Instant.EPOCH), Layout.DEFAULT, LAST);
        assertThat(early.verdict()).isEqualTo(Verdict.AFTER_A_PAUSE);
        Instant atOnce = early.atOnceFrom().orElseThrow();
        assertThat(atOnce).isBetween("2077-12-31T00:00:00Z", "2077-12-31T00:00:00.010Z");
        assertThat(CutOver.after(early.from(), early.to(), atOnce).verdict()).isEqualTo(Verdict.AT_ONCE);
    }

    @Test
    void idsThatGrowSlowerFallBehindForEver() {
        CutOver cutOver = CutOver.after(Layout.DEFAULT, layout("42/10/11"), LAST);

        assertThat(cutOver.atOnceFrom()).isEmpty();
        assertThat(cutOver.verdict()).isEqualTo(Verdict.AFTER_A_PAUSE);
        // Half as fast: what the old ones took from the epoch on is to be made up for.
        assertThat(cutOver.pause()).isEqualTo(Duration.between(Layout.DEFAULT_EPOCH, cutOver.oldEnd()));
    }

    @Test
    void aLayoutThatHasEndedHasNoneThatAreLarger() {
        Layout ended = Layout.parse("28/22/13@1s", Instant.parse("2016-05-19T16:00:00Z"));

        assertThat(CutOver.after(Layout.DEFAULT, ended, LAST).verdict()).isEqualTo(Verdict.NEVER);
    }

    @Test
    void aLayoutThatIsUsedUpByThenHasNoneThatAreLarger() {
        CutOver cutOver = CutOver.of(Layout.DEFAULT, layout("20/21/22"), 1L << 62);

        assertThat(cutOver.verdict()).isEqualTo(Verdict.NEVER);
        assertThat(cutOver.firstId()).isEmpty();
        assertThat(cutOver.notBefore()).isEmpty();
        assertThat(cutOver.meeting()).isEmpty();
    }

    @Test
    void aKnownIdStandsForAllOfItsTick() {
        long known = Layout.DEFAULT.compose(1_000, 17, 5);

        CutOver cutOver = CutOver.of(Layout.DEFAULT, Layout.DEFAULT, known);

        assertThat(cutOver.largestTime()).isEqualTo(Layout.DEFAULT_EPOCH.plusSeconds(1));
        assertThat(cutOver.notBefore()).contains(Layout.DEFAULT_EPOCH.plusMillis(1_001));
        assertThat(cutOver.firstId()).contains(Layout.DEFAULT.compose(1_001, 0, 0));
    }

    @Test
    void aTimeThatCannotBeToldIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CutOver.of(layout("63/0/0@1s"), Layout.DEFAULT, Long.MAX_VALUE))
                .withMessageEndingWith(": id=9223372036854775807");
    }

    @Test
    void everyNewIdIsLargerThanEveryOldOneWhateverTheLayouts() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            Layout from = random(random);
            Layout to = random(random);
            Instant last = between(random, from.epoch(), from.end());
            CutOver cutOver = CutOver.after(from, to, last);
            if (cutOver.verdict() == Verdict.NEVER) {
                assertThat(to.largestAt(to.end())).isNotNegative();
                continue;
            }
            Instant begin = cutOver.notBefore().orElseThrow();

            assertThat(begin).as("%s", cutOver).isAfter(last);
            assertThat(to.smallestAt(begin)).as("%s", cutOver).isGreaterThan(from.largestAt(last));
            assertThat(to.smallestAt(begin)).isEqualTo(cutOver.firstId().orElseThrow());
            // No earlier tick would do.
            long before = to.timestampAt(begin.toEpochMilli()) - 1;
            assertThat(before < 0
                            || to.compose(before, 0, 0) <= from.largestAt(last)
                            || to.millisOf(before) < cutOver.oldEnd().toEpochMilli())
                    .as("%s", cutOver)
                    .isTrue();
        }
    }

    @Test
    void fromTheTimeThatIsToldOnNoPauseIsNeeded() {
        Random random = new Random(2);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            Layout from = random(random);
            Layout to = random(random);
            CutOver any = CutOver.after(from, to, between(random, from.epoch(), from.end()));
            if (any.atOnceFrom().isEmpty() || any.atOnceFrom().get().isBefore(from.epoch())) {
                continue;
            }
            Instant earliest = any.atOnceFrom().get();
            Instant latest = from.end().isBefore(to.end()) ? from.end() : to.end();
            CutOver later = CutOver.after(from, to, between(random, earliest, latest));
            // Within the last tick of the new layout there is no next one.
            assertThat(later.verdict() == Verdict.AT_ONCE || !later.oldEnd().isBefore(to.end()))
                    .as("%s", later)
                    .isTrue();
            found++;
        }
        assertThat(found).isGreaterThan(1_000);
    }

    private static Layout random(Random random) {
        Tick tick = Tick.values()[random.nextInt(Tick.values().length)];
        int timeBits = 28 + random.nextInt(15);
        int workerBits = random.nextInt(11);
        Instant epoch = Instant.ofEpochSecond(random.nextInt(1_800_000_000));
        return new Layout(epoch.toEpochMilli(), tick, timeBits, workerBits, 63 - timeBits - workerBits);
    }

    private static Instant between(Random random, Instant from, Instant to) {
        long first = from.toEpochMilli();
        return Instant.ofEpochMilli(first + (long) (random.nextDouble() * (to.toEpochMilli() - first)));
    }

    private static Layout layout(String text) {
        return Layout.parse(text, Layout.DEFAULT_EPOCH);
    }
}
