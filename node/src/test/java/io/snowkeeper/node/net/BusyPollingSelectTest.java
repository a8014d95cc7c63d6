package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BusyPollingSelectTest {

    private static final int MICRO = 1_000;

    private final AtomicInteger polling = new AtomicInteger();
    private final BusyPollingSelect select = of(1);
    private long nanos;
    private int events;
    private int looks;

    private BusyPollingSelect of(int threads) {
        return new BusyPollingSelect(new BusyPoll(100 * MICRO, threads), polling, () -> nanos);
    }

    private int choose(BusyPollingSelect by, boolean hasTasks) {
        try {
            return by.calculateStrategy(
                    () -> {
                        looks++;
                        return events;
                    },
                    hasTasks);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private int choose() {
        return choose(select, false);
    }

    /** Has a request come, which wakes the loop. */
    private void requestAfter(int micros) {
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
        nanos += (long) micros * MICRO;
    }

    @Test
    void itSleepsAtFirst() {
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isZero();
    }

    @Test
    void afterARequestThatCameSoonItLooksAgainForAMoment() {
        requestAfter(100);
        for (int micros = 0; micros < 100; micros += 10) {
            assertThat(choose()).isEqualTo(SelectStrategy.CONTINUE);
            nanos += 10 * MICRO;
        }
        assertThat(looks).isEqualTo(10);
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isEqualTo(10);
    }

    @Test
    void afterARequestThatCameLateItSleeps() {
        requestAfter(101);
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isZero();
    }

    @Test
    void whatItFindsIsServedAndLookedForAgain() {
        requestAfter(50);
        choose();
        nanos += 90 * MICRO;
        events = 3;
        assertThat(choose()).isEqualTo(3);
        events = 0;
        nanos += 500 * MICRO;
        assertThat(choose()).isEqualTo(SelectStrategy.CONTINUE);
        nanos += 99 * MICRO;
        assertThat(choose()).isEqualTo(SelectStrategy.CONTINUE);
        nanos += MICRO;
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void whoAsksSeldomAfterHeHasAskedOftenLetsItSleep() {
        requestAfter(50);
        choose();
        nanos += 100 * MICRO;
        requestAfter(1);
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void withTasksItLooksForEventsAndDoesNotWait() {
        events = 2;
        assertThat(choose(select, true)).isEqualTo(2);
        events = 0;
        assertThat(choose(select, true)).isZero();
    }

    @Test
    void noMoreLoopsPollAtOnceThanMay() {
        BusyPollingSelect other = of(1);
        choose(other, false);
        requestAfter(50);
        assertThat(choose()).isEqualTo(SelectStrategy.CONTINUE);
        assertThat(choose(other, false)).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void whoSleepsLetsAnotherOnePoll() {
        requestAfter(50);
        choose();
        nanos += 100 * MICRO;
        assertThat(choose()).isEqualTo(SelectStrategy.SELECT);
        BusyPollingSelect other = of(1);
        choose(other, false);
        nanos += 50 * MICRO;
        choose(other, true);
        assertThat(choose(other, false)).isEqualTo(SelectStrategy.CONTINUE);
    }
}
