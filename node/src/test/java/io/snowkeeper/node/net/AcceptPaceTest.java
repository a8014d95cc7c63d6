package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AcceptPaceTest {

    private final AtomicLong nanos = new AtomicLong();
    private final EmbeddedChannel listener = new EmbeddedChannel(new AcceptPace(new AcceptPause(), nanos::get));
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
    void itAcceptsAgainWhenTheirLoopHasLookedAtOne() {
        accept(AcceptPace.LEAST);
        look(accepted.get(0));

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void whoWasAcceptedMeanwhileIsCountedToo() {
        accept(AcceptPace.LEAST + 10);
        accepted.subList(0, 10).forEach(this::look);
        assertThat(listener.config().isAutoRead()).isFalse();
        look(accepted.get(10));

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void newOnesMayAddHalfOfTheTimeThatTheOthersTake() {
        roundOf(AcceptPace.LEAST, AcceptPace.LEAST + 400);

        assertLimit(200);
    }

    @Test
    void aRoundThatIsLongForItsNewOnesAloneRaisesNothing() {
        roundOf(AcceptPace.LEAST, AcceptPace.LEAST + 1);

        assertLimit(AcceptPace.LEAST);
    }

    @Test
    void aRoundOfManySecondsDoesNotLetAllIn() {
        roundOf(AcceptPace.LEAST, 1_000_000);

        assertLimit(AcceptPace.MOST);
    }

    @Test
    void afterAShortRoundTheLimitIsTheLeastAgain() {
        roundOf(AcceptPace.LEAST, AcceptPace.LEAST + 400);
        roundOf(200, 200);

        assertLimit(AcceptPace.LEAST);
    }

    @Test
    void allAreGivenToTheirLoops() {
        accept(AcceptPace.LEAST + 10);

        assertThat(listener.inboundMessages()).hasSize(AcceptPace.LEAST + 10);
    }

    /** Fills the limit, has a time pass that so many new connections take, and has all looked at. */
    private void roundOf(int count, int connectionsOfTime) {
        accept(count);
        nanos.addAndGet(connectionsOfTime * AcceptPace.NANOS_EACH);
        accepted.forEach(this::look);
        accepted.clear();
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
