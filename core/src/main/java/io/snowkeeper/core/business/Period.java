package io.snowkeeper.core.business;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A year, quarter, month or day of the ISO calendar, of the years 1 to 9999.
 *
 * @param length how long it is
 * @param firstDay its first day
 */
public record Period(PeriodLength length, LocalDate firstDay) implements Comparable<Period> {

    private static final int LAST_YEAR = 9_999;
    private static final Pattern TEXT = Pattern.compile("(\\d{4})(?:-Q([1-4])|-(\\d{2})(?:-(\\d{2}))?)?");

    /** @throws IllegalArgumentException if that day is not the first one of a period of that length, or of no such year */
    public Period {
        if (firstDay.getYear() < 1 || firstDay.getYear() > LAST_YEAR) {
            throw new IllegalArgumentException("a period is of the years 1 to %s: %s".formatted(LAST_YEAR, firstDay));
        }
        if (!length.firstDay(firstDay).equals(firstDay)) {
            throw new IllegalArgumentException("a %s does not begin at %s".formatted(length.text(), firstDay));
        }
    }

    /**
     * Returns the period of a text: {@code 2026}, {@code 2026-Q4}, {@code 2026-11} or {@code 2026-11-25}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Period parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw noPeriod(text);
        }
        int year = Integer.parseInt(matcher.group(1));
        String quarter = matcher.group(2);
        String month = matcher.group(3);
        String day = matcher.group(4);
        try {
            if (quarter != null) {
                return new Period(PeriodLength.QUARTER, LocalDate.of(year, 3 * (Integer.parseInt(quarter) - 1) + 1, 1));
            }
            if (day != null) {
                return new Period(PeriodLength.DAY, LocalDate.of(year, Integer.parseInt(month), Integer.parseInt(day)));
            }
            if (month != null) {
                return new Period(PeriodLength.MONTH, LocalDate.of(year, Integer.parseInt(month), 1));
            }
            return new Period(PeriodLength.YEAR, LocalDate.of(year, 1, 1));
        } catch (DateTimeException e) {
            throw noPeriod(text);
        }
    }

    private static IllegalArgumentException noPeriod(String text) {
        return new IllegalArgumentException(
                "a period is written 2026, 2026-Q4, 2026-11 or 2026-11-25: \"%s\"".formatted(text));
    }

    /** Returns the period after this one. */
    public Period next() {
        return new Period(length, length.next(firstDay));
    }

    /** Returns the period as {@link #parse} reads it. */
    public String text() {
        int year = firstDay.getYear();
        return switch (length) {
            // In the digits 0 to 9, whatever the digits of the default locale.
            case YEAR -> FormatPart.digits(year, 4);
            case QUARTER -> FormatPart.digits(year, 4) + "-Q" + firstDay.get(IsoFields.QUARTER_OF_YEAR);
            case MONTH -> FormatPart.digits(year, 4) + "-" + FormatPart.digits(firstDay.getMonthValue(), 2);
            case DAY -> firstDay.toString();
        };
    }

    /** Orders periods by when they begin; of two that begin together the longer one is first. */
    @Override
    public int compareTo(Period other) {
        int byDay = firstDay.compareTo(other.firstDay);
        return byDay != 0 ? byDay : length.compareTo(other.length);
    }
}
