package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptPaceTest {

    private final EmbeddedChannel listener = new EmbeddedChannel(new AcceptPace(new AcceptPause()));
    private final List<EmbeddedChannel> accepted = new ArrayList<>();

    @Test
    void aPortGoesOnAcceptingWhileFewOfThoseItHasAcceptedWereNotLookedAt() {
        accept(AcceptPace.MOST - 1);

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void itPausesWhenManyWereNotLookedAt() {
        accept(AcceptPace.MOST);

        assertThat(listener.config().isAutoRead()).isFalse();
    }

    @Test
    void itAcceptsAgainWhenTheirLoopHasLookedAtOne() {
        accept(AcceptPace.MOST);
        look(accepted.get(0));

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void whoWasAcceptedMeanwhileIsCountedToo() {
        accept(AcceptPace.MOST + 10);
        accepted.subList(0, 10).forEach(this::look);
        assertThat(listener.config().isAutoRead()).isFalse();
        look(accepted.get(10));

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void allAreGivenToTheirLoops() {
        accept(AcceptPace.MOST + 10);

        assertThat(listener.inboundMessages()).hasSize(AcceptPace.MOST + 10);
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
