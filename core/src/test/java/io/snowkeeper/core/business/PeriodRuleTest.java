package io.snowkeeper.core.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodRuleTest {

    @ParameterizedTest
    @CsvSource({
        "YEAR,    Europe/Berlin,      2026-12-31T22:59:59.999Z, 2026",
        "YEAR,    Europe/Berlin,      2026-12-31T23:00:00.000Z, 2027",
        "YEAR,    UTC,                2026-12-31T23:00:00.000Z, 2026",
        "QUARTER, UTC,                2026-09-30T23:59:59.999Z, 2026-Q3",
        "QUARTER, UTC,                2026-10-01T00:00:00.000Z, 2026-Q4",
        "MONTH,   America/New_York,   2026-11-01T03:59:59.999Z, 2026-10",
        "MONTH,   America/New_York,   2026-11-01T04:00:00.000Z, 2026-11",
        "DAY,     UTC,                2024-02-29T12:00:00.000Z, 2024-02-29",
        "DAY,     Europe/Berlin,      2026-03-29T21:59:59.999Z, 2026-03-29",
        "DAY,     Europe/Berlin,      2026-03-29T22:00:00.000Z, 2026-03-30",
        "DAY,     Europe/Berlin,      2026-10-25T22:59:59.999Z, 2026-10-25",
        "DAY,     Europe/Berlin,      2026-10-25T23:00:00.000Z, 2026-10-26"
    })
    void anInstantIsInThePeriodThatTheZonesCalendarSays(
            PeriodLength length, String zone, Instant instant, String period) {
        assertThat(PeriodRule.of(length, zone).at(instant.toEpochMilli()).text())
                .isEqualTo(period);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-29, Europe/Berlin,  2026-03-28T23:00:00Z",
        "2026-03-30, Europe/Berlin,  2026-03-29T22:00:00Z",
        "2026-09-06, America/Santiago, 2026-09-06T04:00:00Z",
        "2026-Q1,    Asia/Kathmandu, 2025-12-31T18:15:00Z"
    })
    void aPeriodBeginsAtTheFirstInstantOfItsFirstDay(String text, String zone, Instant start) {
        Period period = Period.parse(text);
        PeriodRule rule = PeriodRule.of(period.length(), zone);

        assertThat(Instant.ofEpochMilli(rule.startMillis(period))).isEqualTo(start);
        assertThat(rule.at(rule.startMillis(period))).isEqualTo(period);
        assertThat(rule.at(rule.startMillis(period) - 1)).isLessThan(period);
    }

    @Test
    void aDayThatAZoneHasLeftOutHasNoInstant() {
        PeriodRule samoa = PeriodRule.of(PeriodLength.DAY, "Pacific/Apia");
        Period last = Period.parse("2011-12-29");

        assertThat(samoa.at(samoa.startMillis(Period.parse("2011-12-31")) - 1)).isEqualTo(last);
    }

    @Test
    void anUnknownZoneIsRefusedByItsName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeriodRule.of(PeriodLength.DAY, "Europe/Bonn"))
                .withMessageContaining("there is no time zone \"Europe/Bonn\"");
    }
}
