package io.snowkeeper.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderJudgeTest {

    private final List<String> broken = new ArrayList<>();
    private final OrderJudge judge = OrderJudge.ofOneWorker(broken::add);

    @Test
    void aCallThatBeganLaterHasALargerId() {
        judge.answered("n1.1", judge.begun(), 7);

        judge.answered("n2.1", judge.begun(), 6);

        assertThat(broken).containsExactly("n2.1 gave id 6 to a call that began after 7 was given");
    }

    @Test
    void anIdThatWasGivenBeforeTheCallBeganIsNotGivenAgain() {
        judge.answered("n1.1", judge.begun(), 7);

        judge.answered("n2.1", judge.begun(), 7);

        assertThat(broken).containsExactly("n2.1 gave id 7 to a call that began after 7 was given");
    }

    @Test
    void callsAtTheSameTimeHaveIdsInAnyOrder() {
        long one = judge.begun();
        long two = judge.begun();
        judge.answered("n1.1", one, 7, 8);

        judge.answered("n2.1", two, 5, 6);

        assertThat(broken).isEmpty();
    }

    @Test
    void anAnswerThatComesLateIsJudgedByWhatWasGivenBeforeItsCallBegan() {
        judge.answered("n1.1", judge.begun(), 4);
        long early = judge.begun();
        judge.answered("n2.1", judge.begun(), 9);

        judge.answered("n1.1", early, 5);

        assertThat(broken).isEmpty();
    }

    @Test
    void anAnswerThatComesLateDoesNotLowerWhatOthersAreJudgedBy() {
        long early = judge.begun();
        judge.answered("n1.1", judge.begun(), 9);
        judge.answered("n2.1", early, 5);

        judge.answered("n2.1", judge.begun(), 8);

        assertThat(broken).hasSize(1);
    }

    @Test
    void oneIdOfABatchThatIsTooLowBreaksTheOrder() {
        judge.answered("n1.1", judge.begun(), 7);

        judge.answered("n2.1", judge.begun(), 9, 6, 8);

        assertThat(broken).containsExactly("n2.1 gave id 6 to a call that began after 7 was given");
    }

    @Test
    void whereSeveralNodesGiveIdsNoOrderIsAskedFor() {
        OrderJudge lenient = OrderJudge.ofManyWorkers();
        lenient.answered("n1.1", lenient.begun(), 7);

        lenient.answered("n2.1", lenient.begun(), 6);

        assertThat(broken).isEmpty();
    }
}
