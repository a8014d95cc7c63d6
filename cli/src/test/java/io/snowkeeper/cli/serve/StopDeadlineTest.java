package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class StopDeadlineTest {

    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void aStopThatDoesNotEndIsEnded() {
        StopDeadline deadline = new StopDeadline(Duration.ofMillis(20), told::add);

        deadline.begin();
        deadline.begin();

        await().until(() -> !told.isEmpty());
        assertThat(told)
                .containsExactly(
                        "the stop did not end within 20 ms; the process ends without it, and worker ids that it did not hand back rest until their reservations have passed");
    }

    @Test
    void untilTheBoundNothingIsEnded() {
        new StopDeadline(Duration.ofHours(1), told::add).begin();

        assertThat(told).isEmpty();
    }
}
