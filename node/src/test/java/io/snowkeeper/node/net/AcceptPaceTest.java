package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AcceptPaceTest {

    private final AtomicLong nanos = new AtomicLong();
    private final EmbeddedChannel listener =
            new EmbeddedChannel(new AcceptPace(new AcceptPause(), this::open, nanos::get));
    private final List<EmbeddedChannel> accepted = new ArrayList<>();

    @Test
    void aPortGoesOnAcceptingWhileFewOfThoseItHasAcceptedWereNotLookedAt() {
        accept(AcceptPace.LEAST - 1);

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void itPausesWhenManyWereNotLookedAt() {
        accept(AcceptPace.LEAST);

        assertThat(listener.config().isAutoRead()).isFalse();
    }

    @Test
    void itAcceptsAgainWhenTheirLoopsHaveLookedAtHalfOfThem() {
        accept(AcceptPace.LEAST);
        accepted.subList(1, AcceptPace.LEAST / 2).forEach(this::look);
        assertThat(listener.config().isAutoRead()).isFalse();
        look(accepted.get(0));

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void whoWasAcceptedMeanwhileIsCountedToo() {
        accept(AcceptPace.LEAST + 10);
        accepted.subList(0, AcceptPace.LEAST / 2 + 9).forEach(this::look);
        assertThat(listener.config().isAutoRead()).isFalse();
        look(accepted.get(AcceptPace.LEAST / 2 + 9));

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void itDoesNotAcceptAgainBeforeTheLookAtTheSockets() {
        accept(AcceptPace.LEAST);
        accepted.forEach(EmbeddedChannel::runPendingTasks);
        listener.runPendingTasks();

        assertThat(listener.config().isAutoRead()).isFalse();
    }

    @Test
    void moreMayBeNewWhenThoseBeforeHaveStayed() {
        round();

        assertLimit(4 * AcceptPace.LEAST);
    }

    @Test
    void moreThanTheMostAreNeverNew() {
        for (int i = 0; i < 10; i++) {
            round();
        }

        assertLimit(AcceptPace.MOST);
    }

    @Test
    void clientsThatLeaveAgainDoNotLetMoreIn() {
        for (int i = 0; i < 10; i++) {
            round();
            leave();
        }

        assertLimit(AcceptPace.LEAST);
    }

    @Test
    void aLargerLimitLastsForASecond() {
        round();
        nanos.addAndGet(AcceptPace.LASTS_NANOS + 1);

        assertLimit(AcceptPace.LEAST);
    }

    @Test
    void connectionsThatGotNoLoopAreNotWaitedFor() {
        for (int i = 0; i < AcceptPace.LEAST; i++) {
            listener.pipeline().fireChannelRead(new LocalChannel());
        }
        listener.runPendingTasks();

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void allAreGivenToTheirLoops() {
        accept(AcceptPace.LEAST + 10);

        assertThat(listener.inboundMessages()).hasSize(AcceptPace.LEAST + 10);
    }

    /** Fills the limit, and has all looked at. */
    private void round() {
        int before = accepted.size();
        while (listener.config().isAutoRead()) {
            accept(1);
        }
        accepted.subList(before, accepted.size()).forEach(this::look);
    }

    private void leave() {
        accepted.forEach(EmbeddedChannel::close);
        accepted.clear();
    }

    private int open() {
        return (int) accepted.stream().filter(EmbeddedChannel::isOpen).count();
    }

    private void assertLimit(int limit) {
        accept(limit - 1);
        assertThat(listener.config().isAutoRead()).isTrue();
        accept(1);
        assertThat(listener.config().isAutoRead()).isFalse();
    }

    private void accept(int count) {
        for (int i = 0; i < count; i++) {
            EmbeddedChannel connection = new EmbeddedChannel();
            connection.freezeTime();
            accepted.add(connection);
            listener.pipeline().fireChannelRead(connection);
        }
        listener.runPendingTasks();
    }

    private void look(EmbeddedChannel connection) {
        connection.runPendingTasks();
        connection.advanceTimeBy(1, TimeUnit.NANOSECONDS);
        connection.runScheduledPendingTasks();
        listener.runPendingTasks();
    }
}
