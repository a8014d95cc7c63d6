package io.snowkeeper.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** States have 8 bits of sequence below the tick here: 0x502 is sequence 2 of tick 5. */
class ThreadRunsTest {

    private final ThreadRuns runs = new ThreadRuns(4, 8);

    @Test
    void givesNothingBeforeAnythingWasKept() {
        assertThat(runs.take(0, 1)).isEqualTo(ThreadRuns.NONE);
        assertThat(runs.take(-1, 1)).isEqualTo(ThreadRuns.NONE);
    }

    @Test
    void givesWhatIsLeftUpToTheEndOfARun() {
        runs.keep(0x500);

        assertThat(runs.take(5, 1)).isEqualTo(0x501);
        assertThat(runs.take(5, 2)).isEqualTo(0x502);
        assertThat(runs.take(5, 1)).isEqualTo(ThreadRuns.NONE);
    }

    @Test
    void givesAllThatAreWantedOrNone() {
        runs.keep(0x500);

        assertThat(runs.take(5, 4)).isEqualTo(ThreadRuns.NONE);
        assertThat(runs.take(5, 3)).isEqualTo(0x501);
    }

    @Test
    void endsARunWhereTheNextOneBegins() {
        assertThat(runs.endOf(0x500)).isEqualTo(0x503);
        assertThat(runs.endOf(0x503)).isEqualTo(0x503);
        assertThat(runs.endOf(0x504)).isEqualTo(0x507);
    }

    @Test
    void givesNothingInAnotherTick() {
        runs.keep(0x500);

        assertThat(runs.take(4, 1)).isEqualTo(ThreadRuns.NONE);
        assertThat(runs.take(6, 1)).isEqualTo(ThreadRuns.NONE);
    }

    @Test
    void givesNothingOfATickAfterWhichAnotherThreadTookSomething() throws InterruptedException {
        NumberedThread.call(1, () -> keep(0x500));
        NumberedThread.call(2, () -> keep(0x600));

        assertThat(NumberedThread.call(1, () -> runs.take(5, 1))).isEqualTo(ThreadRuns.NONE);
    }

    @Test
    void threadsOfOnePlaceShareARun() throws InterruptedException {
        NumberedThread.call(1, () -> keep(0x500));

        assertThat(NumberedThread.call(1, () -> runs.take(5, 1))).isEqualTo(0x501);
        assertThat(NumberedThread.call(1, () -> runs.take(5, 1))).isEqualTo(0x502);
        assertThat(NumberedThread.call(2, () -> runs.take(5, 1))).isEqualTo(ThreadRuns.NONE);
    }

    @Test
    void aLaterRunStaysWhereAThreadComesLateWithAnEarlierOne() {
        runs.keep(0x504);
        runs.keep(0x500);

        assertThat(runs.take(5, 1)).isEqualTo(0x505);
    }

    @Test
    void aLaterRunReplacesAnEarlierOne() {
        runs.keep(0x500);
        runs.keep(0x504);

        assertThat(runs.take(5, 1)).isEqualTo(0x505);
    }

    @Test
    void givesNothingOnceEndedNorOfWhatIsKeptAfterThat() {
        runs.keep(0x500);

        runs.end();

        assertThat(runs.take(5, 1)).isEqualTo(ThreadRuns.NONE);
        runs.keep(0x504);
        assertThat(runs.take(5, 1)).isEqualTo(ThreadRuns.NONE);
        assertThat(runs.take(Long.MAX_VALUE >> 8, 1)).isEqualTo(ThreadRuns.NONE);
    }

    private boolean keep(long last) {
        runs.keep(last);
        return true;
    }
}
