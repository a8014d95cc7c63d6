package io.snowkeeper.node.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TickWaitersTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final TickWaiters waiters = TickWaiters.of(channel.eventLoop());
    private final List<String> takenUp = new ArrayList<>();

    TickWaitersTest() {
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void allAreTakenUpInTheOrderInWhichTheyBeganToWait() {
        waiters.add(() -> takenUp.add("first"));
        waiters.add(() -> takenUp.add("second"));
        look();

        assertThat(takenUp).containsExactly("first", "second");
    }

    @Test
    void oneThatComesNoFurtherKeepsItsPlace() {
        List<Boolean> results = new ArrayList<>(List.of(false, true));
        waiters.add(() -> {
            takenUp.add("first");
            return results.remove(0);
        });
        waiters.add(() -> takenUp.add("second"));
        look();
        assertThat(takenUp).containsExactly("first");
        look();

        assertThat(takenUp).containsExactly("first", "first", "second");
    }

    @Test
    void oneThatFailsDoesNotHoldUpThoseBehindIt() {
        waiters.add(() -> {
            throw new IllegalStateException("a defect");
        });
        waiters.add(() -> takenUp.add("second"));
        look();
        look();

        assertThat(takenUp).containsExactly("second");
    }

    private void look() {
        channel.advanceTimeBy(100, TimeUnit.MICROSECONDS);
        channel.runPendingTasks();
    }
}
