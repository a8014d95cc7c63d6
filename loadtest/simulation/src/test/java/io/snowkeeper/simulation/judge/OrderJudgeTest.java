package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class OrderJudgeTest {

    private final OrderJudge judge = new OrderJudge(true);

    @Test
    void aCallThatBeganLaterHasALargerId() {
        judge.answered("n1.1", judge.begun(), 7);
        long begun = judge.begun();

        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> judge.answered("n2.1", begun, 6))
                .withMessage("n2.1 gave id 6 to a call that began after 7 was given");
    }

    @Test
    void callsAtTheSameTimeHaveIdsInAnyOrder() {
        long one = judge.begun();
        long two = judge.begun();
        judge.answered("n1.1", one, 7, 8);

        assertThatCode(() -> judge.answered("n2.1", two, 5, 6)).doesNotThrowAnyException();
    }

    @Test
    void idsBelowTheHighestAreJudgedByWhatWasGivenBeforeTheCallBegan() {
        long early = judge.begun();
        judge.answered("n1.1", judge.begun(), 9);
        judge.answered("n2.1", early, 5);
        long late = judge.begun();

        assertThatExceptionOfType(BrokenPromiseException.class).isThrownBy(() -> judge.answered("n2.1", late, 8));
    }

    @Test
    void whereSeveralNodesGiveIdsNoOrderIsAskedFor() {
        OrderJudge lenient = new OrderJudge(false);
        lenient.answered("n1.1", lenient.begun(), 7);
        long begun = lenient.begun();

        assertThatCode(() -> lenient.answered("n2.1", begun, 6)).doesNotThrowAnyException();
    }
}
