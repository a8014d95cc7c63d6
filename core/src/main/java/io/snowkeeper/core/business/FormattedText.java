package io.snowkeeper.core.business;

import io.snowkeeper.core.business.FormatPart.Checked;
import io.snowkeeper.core.business.FormatPart.Counted;
import io.snowkeeper.core.business.FormatPart.Dated;
import io.snowkeeper.core.business.FormatPart.Literal;
import io.snowkeeper.core.text.PrintableText;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reader of one text that is to be a number in a format. */
final class FormattedText {

    private static final int SHOWN = 120;

    private final List<FormatPart> parts;
    private final int minLength;
    private final String text;
    private final Map<DateField, Integer> dates = new EnumMap<>(DateField.class);
    private long number;

    FormattedText(List<FormatPart> parts, int minLength, String text) {
        this.parts = parts;
        this.minLength = minLength;
        this.text = text;
    }

    /** @throws IllegalArgumentException if it is no number in this format */
    BusinessNumber read(Optional<PeriodLength> periodLength) {
        int at = 0;
        for (FormatPart part : parts) {
            int end = at + part.width();
            if (part instanceof Counted counted) {
                // All else is of fixed width, so a text that is longer than the shortest one has more digits of the
                // number.
                end += Math.max(0, text.length() - minLength);
                if (end - at > Math.max(NumberFormat.MAX_DIGITS, counted.width())) {
                    throw wrong(
                            at,
                            "a number of at most " + NumberFormat.MAX_DIGITS + " digits, and the rest of the format");
                }
            }
            read(part, at, end);
            at = end;
        }
        return new BusinessNumber(periodLength.map(this::period), number);
    }

    private void read(FormatPart part, int at, int end) {
        if (part instanceof Literal literal) {
            if (!text.startsWith(literal.text(), at)) {
                throw wrong(at + matching(literal.text(), at), "\"" + literal.text() + "\" from place " + (at + 1));
            }
        } else if (part instanceof Dated dated) {
            dates.put(dated.field(), (int) digits(at, end, dated.field().meaning()));
        } else if (part instanceof Counted counted) {
            number = number(counted, at, end);
        } else if (part instanceof Checked check) {
            digits(at, end, "check digits, {" + check.digits().text() + "}");
            if (!text.startsWith(check.of(text.substring(0, at)), at)) {
                throw wrong(
                        at,
                        "other check digits, {%s}: one of the digits here or before is wrong"
                                .formatted(check.digits().text()));
            }
        }
    }

    private int matching(String literal, int at) {
        int same = 0;
        while (at + same < text.length() && literal.charAt(same) == text.charAt(at + same)) {
            same++;
        }
        return same;
    }

    private long number(Counted counted, int at, int end) {
        long value = digits(
                at,
                end,
                counted.width() == 1 ? "a number" : "a number of at least %s digits".formatted(counted.width()));
        if (end - at > counted.width() && text.charAt(at) == '0') {
            throw wrong(at, "a number without that 0 before it");
        }
        return value;
    }

    private long digits(int at, int end, String expected) {
        long value = 0;
        for (int i = at; i < end; i++) {
            if (i >= text.length() || text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw wrong(i, expected + " from place " + (at + 1));
            }
            int digit = text.charAt(i) - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                throw wrong(at, "a number of at most " + Long.MAX_VALUE);
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private Period period(PeriodLength length) {
        int year = dates.containsKey(DateField.YEAR)
                ? dates.get(DateField.YEAR)
                : DateField.FIRST_OF_CENTURY + dates.getOrDefault(DateField.YEAR_OF_CENTURY, 0);
        int quarter = dates.getOrDefault(DateField.QUARTER, 1);
        int month = dates.getOrDefault(DateField.MONTH, 3 * (quarter - 1) + 1);
        Period period;
        try {
            period = new Period(length, LocalDate.of(year, month, dates.getOrDefault(DateField.DAY, 1)));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException("there is no such %s: year=%s, %s=%s%s, text=%s"
                    .formatted(
                            length.text(),
                            year,
                            length == PeriodLength.QUARTER ? "quarter" : "month",
                            length == PeriodLength.QUARTER ? quarter : month,
                            dates.containsKey(DateField.DAY) ? ", day=" + dates.get(DateField.DAY) : "",
                            PrintableText.of(text, SHOWN)));
        }
        if (dates.containsKey(DateField.QUARTER) && DateField.QUARTER.of(period.firstDay()) != quarter) {
            throw new IllegalArgumentException("%s is not in quarter %s: text=%s"
                    .formatted(period.text(), quarter, PrintableText.of(text, SHOWN)));
        }
        return period;
    }

    private IllegalArgumentException wrong(int at, String expected) {
        int place = Math.min(at, text.length());
        String found = place == text.length()
                ? "its end"
                : "\"" + PrintableText.of(Character.toString(text.codePointAt(place))) + "\"";
        return new IllegalArgumentException("the text has %s at place %s; expected %s: text=%s"
                .formatted(found, place + 1, expected, PrintableText.of(text, SHOWN)));
    }
}
