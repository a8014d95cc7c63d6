package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> done = new ArrayList<>();

    @BeforeEach
    void freezeTime() {
        channel.freezeTime();
    }

    @Test
    void connectionsGoOnInTurnForAMillisecondTogether() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            add(name, Turns.NANOS / 2);
        }

        channel.runScheduledPendingTasks();
        assertThat(done).containsExactly("a", "b");
        channel.runScheduledPendingTasks();
        assertThat(done).containsExactly("a", "b", "c", "d");
        channel.runScheduledPendingTasks();
        assertThat(done).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void whoIsNotDoneComesAfterAllWhoWait() {
        turns().add(() -> {
            add("first", 0);
            add("again", 0);
        });
        add("other", 0);

        channel.runScheduledPendingTasks();

        assertThat(done).containsExactly("other", "first", "again");
    }

    @Test
    void aTurnComesAfterTheNextLookAtTheSockets() {
        add("turn", 0);
        channel.eventLoop().execute(() -> done.add("task"));

        assertThat(done).isEmpty();
        channel.runPendingTasks();
        assertThat(done).containsExactly("task", "turn");
    }

    @Test
    void aTurnThatFailsKeepsNobodyFromHisOwn() {
        turns().add(() -> {
            throw new IllegalStateException("failed");
        });
        add("other", 0);

        channel.runScheduledPendingTasks();
        channel.runScheduledPendingTasks();

        assertThat(done).containsExactly("other");
    }

    @Test
    void thereIsTimeForAnswersAgainWhenTheTurnsWereHad() {
        add("turn", 0);
        turns().took(2 * Turns.NANOS);
        turns().add(() -> turns().took(2 * Turns.NANOS));

        channel.runScheduledPendingTasks();

        assertThat(turns().left()).isEqualTo(Turns.NANOS);
    }

    private Turns turns() {
        return Turns.of(channel.eventLoop());
    }

    private void add(String name, long nanos) {
        turns().add(() -> {
            done.add(name);
            channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
        });
    }
}
