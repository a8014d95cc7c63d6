package io.snowkeeper.core.business;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The rule by which periods follow each other: how long they are, and where midnight is.
 *
 * @param length how long a period is
 * @param zone whose calendar it is
 */
public record PeriodRule(PeriodLength length, ZoneId zone) {

    /**
     * Returns the rule of a zone's name, as {@link ZoneId#of} takes it: {@code Europe/Berlin}.
     *
     * @throws IllegalArgumentException if there is no such zone
     */
    public static PeriodRule of(PeriodLength length, String zone) {
        try {
            return new PeriodRule(length, ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "there is no time zone \"%s\"; give one of the IANA database, such as Europe/Berlin or UTC"
                            .formatted(zone));
        }
    }

    /**
     * Returns the rule that is written so.
     *
     * @throws IllegalArgumentException if there is no such period, or no such zone
     */
    public static PeriodRule of(String length, String zone) {
        return of(
                PeriodLength.of(length)
                        .orElseThrow(() ->
                                new IllegalArgumentException("must be year, quarter, month or day: period=" + length)),
                zone);
    }

    /** Returns the period of an instant, in milliseconds since 1970. */
    public Period at(long epochMillis) {
        LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(epochMillis), zone);
        return new Period(length, length.firstDay(day));
    }

    /** Returns when a period begins, in milliseconds since 1970: at the first instant of its first day, which need not be midnight. */
    public long startMillis(Period period) {
        return period.firstDay().atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /** Returns when a period has ended, in milliseconds since 1970: when the next one begins. */
    public long endMillis(Period period) {
        return startMillis(period.next());
    }
}
