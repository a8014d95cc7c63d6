package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickEdgeTest {

    private static final long MILLI = 1_000_000;

    /** Where the clock's ticks begin, on a stopwatch that started anywhere. */
    private long phase = 345_678;

    private final TickEdge edge = new TickEdge();
    private long now = 987_654_321;
    private int looks;

    /** Waits for the next tick of a length, from the given time in the present one; returns how late it was found. */
    private long late(long sinceEdge, long tick) {
        long begin = now - Math.floorMod(now - phase, tick) + tick;
        now = begin + sinceEdge;
        looks = 0;
        do {
            now += edge.failedAt(now, now) + 5_000;
            looks++;
        } while (now - begin < tick);
        edge.foundAt(now);
        return now - begin - tick;
    }

    @Test
    void theThirdWaitFindsTheTickWithinItsFirstMicroseconds() {
        assertThat(late(300_000, MILLI)).isLessThan(110_000);
        late(300_000, MILLI);

        assertThat(late(300_000, MILLI)).isLessThanOrEqualTo(10_000);
    }

    @Test
    void aWaitSleepsUntilShortlyBeforeTheTick() {
        late(300_000, MILLI);
        late(300_000, MILLI);
        late(300_000, MILLI);

        assertThat(looks).isLessThan(30);
    }

    @Test
    void itIsStillKnownAfterAPauseInWhichNobodyWaited() {
        late(300_000, MILLI);
        late(300_000, MILLI);
        now += 12_345 * MILLI;

        assertThat(late(700_000, MILLI)).isLessThanOrEqualTo(10_000);
    }

    @Test
    void afterAStepOfTheClockItIsFoundAnew() {
        late(300_000, MILLI);
        late(300_000, MILLI);
        phase += 480_000;

        assertThat(late(100_000, MILLI)).isLessThan(110_000);
        late(300_000, MILLI);
        late(300_000, MILLI);
        assertThat(late(300_000, MILLI)).isLessThanOrEqualTo(10_000);
    }

    @Test
    void aLongTickIsNotLookedForInACircle() {
        late(0, 100 * MILLI);
        late(0, 100 * MILLI);

        assertThat(late(0, 100 * MILLI)).isLessThan(110_000);
        // Each 100 us, and often around the one edge that was awaited in vain.
        assertThat(looks).isBetween(900, 1_100);
    }

    @Test
    void aThreadThatWasBusyLearnsNothing() {
        late(300_000, MILLI);
        late(300_000, MILLI);
        long unused = edge.failedAt(now + 500_000, now + 500_000);
        now += 5 * MILLI;
        edge.foundAt(now);

        assertThat(late(300_000, MILLI)).isLessThanOrEqualTo(10_000);
    }

    @Test
    void aTickThatComesBetweenALookAndItsNoteIsNotMissed() {
        late(300_000, MILLI);
        late(300_000, MILLI);
        long next = now - Math.floorMod(now - phase, MILLI) + MILLI;

        assertThat(edge.failedAt(next - 50_000, next + 300_000)).isOne();
    }
}
