package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WriterProblemTest {

    private long now = Long.MAX_VALUE - 5;
    private final WriterProblem problem = new WriterProblem("A", () -> now);

    @Test
    void whatEachCallMeetsIsLoggedOnceAMinuteWithHowOften() {
        try (LogCapture log = LogCapture.of(WriterProblem.class.getName())) {
            for (int minute = 0; minute < 2; minute++) {
                for (int call = 0; call < 100; call++) {
                    problem.wasRead();
                    problem.report(new IllegalStateException("spoilt"));
                    var unused = problem.inconsistent("other numbers");
                    problem.logRefusal(new SequenceUnavailableException("denied " + call % 2));
                }
                now += Duration.ofMinutes(1).toNanos();
            }

            assertThat(log.lines("sequence A: "))
                    .containsExactly(
                            "sequence A: spoilt",
                            "sequence A: its znodes are not as its state says: other numbers",
                            "sequence A: denied 0",
                            "sequence A: denied 1",
                            "sequence A: spoilt (99 times more since it was last logged)",
                            "sequence A: its znodes are not as its state says: other numbers (99 times more since it was last logged)",
                            "sequence A: denied 0 (49 times more since it was last logged)",
                            "sequence A: denied 1 (49 times more since it was last logged)");
        }
    }
}
