package io.snowkeeper.core.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodTest {

    @ParameterizedTest
    @CsvSource({
        "2026, 2027",
        "2026-Q4, 2027-Q1",
        "2026-Q1, 2026-Q2",
        "2026-12, 2027-01",
        "2024-02-28, 2024-02-29",
        "2024-02-29, 2024-03-01",
        "2026-02-28, 2026-03-01",
        "2026-12-31, 2027-01-01"
    })
    void aPeriodIsWrittenAndReadAndFollowedByTheNext(String text, String next) {
        Period period = Period.parse(text);

        assertThat(period.text()).isEqualTo(text);
        assertThat(period.next().text()).isEqualTo(next);
        assertThat(period).isLessThan(period.next());
    }

    @Test
    void aPeriodIsWrittenInTheSameDigitsInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try {
            assertThat(List.of("2026", "2026-Q4", "2026-12", "2026-12-31"))
                    .allSatisfy(text -> assertThat(Period.parse(text).text()).isEqualTo(text));
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "26", "2026-Q5", "2026-Q0", "2026-13", "2026-1", "2026-02-29", "2026-Q1-01", "0000", "12026"
            })
    void whatIsNoPeriodIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Period.parse(text))
                .withMessageMatching("a period is .*");
    }

    @Test
    void aPeriodBeginsAtItsFirstDay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Period(PeriodLength.QUARTER, LocalDate.of(2026, 5, 1)))
                .withMessage("a quarter does not begin at 2026-05-01");
    }
}
