package io.snowkeeper.loadtest.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OrderCheckTest {

    private final Violations violations = new Violations();

    @Test
    void callsThatFollowEachOtherMustBeGivenRisingNumbers() {
        check(new Numbers(1, 2, 0, 10), new Numbers(3, 3, 11, 20));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void aLowerNumberAfterAnAnswerIsFound() {
        check(new Numbers(3, 4, 0, 10), new Numbers(2, 2, 11, 20));

        assertThat(violations.first())
                .containsExactly("sequence A must follow real time: 4 was answered before 2 was asked for");
    }

    @Test
    void callsAtTheSameTimeMayBeGivenNumbersInAnyOrder() {
        check(new Numbers(3, 4, 0, 10), new Numbers(2, 2, 9, 20));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void aLowerNumberIsFoundThoughALongCallSpansBoth() {
        check(new Numbers(9, 9, 0, 100), new Numbers(5, 5, 1, 2), new Numbers(4, 4, 3, 5));

        assertThat(violations.count()).isEqualTo(1);
    }

    private void check(Numbers... calls) {
        OrderCheck.check("A", List.of(calls), violations);
    }
}
