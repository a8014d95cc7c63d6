package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeriodJudgeTest {

    private static final BusinessNumber MONDAYS = BusinessNumber.of(Period.parse("2026-11-23"), 9);
    private static final BusinessNumber TUESDAYS = BusinessNumber.of(Period.parse("2026-11-24"), 1);

    private final PeriodJudge judge = new PeriodJudge("s");

    @Test
    void whoAsksAfterADayHasBegunGetsNoNumberOfTheDayBefore() {
        told("order-1", TUESDAYS);

        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> told("order-2", MONDAYS))
                .withMessageContaining("order-2 was told")
                .withMessageContaining("when it was asked 2026-11-24 had begun");
    }

    @Test
    void whoAskedBeforeMayGetOne() {
        Optional<Period> floor = judge.asked(Optional.empty());
        told("order-1", TUESDAYS);

        assertThatCode(() -> judge.told("order-2", MONDAYS, floor)).doesNotThrowAnyException();
    }

    @Test
    void aNumberOfTheDayBeforeDoesNotBringThatBack() {
        Optional<Period> floor = judge.asked(Optional.empty());
        told("order-1", TUESDAYS);
        judge.told("order-2", MONDAYS, floor);

        assertThatExceptionOfType(BrokenPromiseException.class).isThrownBy(() -> told("order-3", MONDAYS));
    }

    @Test
    void aKeyMayBringBackWhatWasWrittenForItWhenItWasFirstAskedWith() {
        judge.asked(Optional.of("order-2"));
        told("order-1", TUESDAYS);

        assertThatCode(() -> judge.told("order-2", MONDAYS, judge.asked(Optional.of("order-2"))))
                .doesNotThrowAnyException();
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> judge.told("order-3", MONDAYS, judge.asked(Optional.of("order-3"))));
    }

    @Test
    void withoutPeriodsNumbersAreOfNone() {
        told("order-1", BusinessNumber.of(2));

        assertThatCode(() -> told("order-2", BusinessNumber.of(1))).doesNotThrowAnyException();
    }

    private void told(String who, BusinessNumber number) {
        judge.told(who, number, judge.asked(Optional.empty()));
    }
}
