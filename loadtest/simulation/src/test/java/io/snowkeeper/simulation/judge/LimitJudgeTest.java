package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.core.Layout;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitJudgeTest {

    private static final Layout LAYOUT = Layout.DEFAULT;
    private static final long BEGIN = 1_000_000;

    private final LimitJudge judge =
            new LimitJudge(LAYOUT, Optional.of(LAYOUT.epoch().plusMillis(BEGIN)));

    @BeforeEach
    void limit() {
        judge.add("n0", new WorkerIdRange(0, 1));
        judge.add("n1", new WorkerIdRange(2, 3));
    }

    @Test
    void idsOfAMembersOwnWorkerIdsMayComeFromTheBeginningOn() {
        assertThatCode(() -> judge.given("n0", LAYOUT.compose(BEGIN, 1, 0))).doesNotThrowAnyException();
        assertThatCode(() -> judge.given("n1", LAYOUT.compose(BEGIN, 2, 0))).doesNotThrowAnyException();
    }

    @Test
    void idsOfAnothersWorkerIdsMayNot() {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> judge.given("n0", LAYOUT.compose(BEGIN, 2, 0)))
                .withMessageContaining("of worker id 2, and is limited to 0-1");
    }

    @Test
    void idsOfAnEarlierTimeMayNot() {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> judge.given("n0", LAYOUT.compose(BEGIN - 1, 1, 0)))
                .withMessageContaining("before " + LAYOUT.epoch().plusMillis(BEGIN));
    }
}
