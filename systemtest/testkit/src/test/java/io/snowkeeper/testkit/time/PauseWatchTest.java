package io.snowkeeper.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PauseWatchTest {

    private long nanos;
    private final PauseWatch.Lateness lateness = new PauseWatch.Lateness(() -> nanos);

    private void sleepTakes(long millis) {
        lateness.begin();
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        lateness.end();
    }

    @Test
    void aFailureNamesTheLongestPause() {
        sleepTakes(60);
        sleepTakes(3_050);
        sleepTakes(51);
        Throwable failure = lateness.explain(new AssertionError("too late"));
        assertThat(failure).hasMessage("too late");
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0].getMessage())
                .startsWith("the longest pause that this JVM saw: 3000 ms, until ");
    }

    @Test
    void aSleepThatIsNotLateIsNoPause() {
        sleepTakes(50);
        Throwable failure = lateness.explain(new AssertionError("wrong"));
        assertThat(failure.getSuppressed()[0]).hasMessage("this JVM saw no pause");
    }
}
