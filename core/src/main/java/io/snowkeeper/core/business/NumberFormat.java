package io.snowkeeper.core.business;

import io.snowkeeper.core.business.FormatPart.Checked;
import io.snowkeeper.core.business.FormatPart.Counted;
import io.snowkeeper.core.business.FormatPart.Dated;
import io.snowkeeper.core.business.FormatPart.Literal;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The form in which numbers of a sequence are written, such as {@code RE-{yyyy}-{n:000000}}. Immutable.
 *
 * <p>Letters stand for themselves, fields are in braces; <code>{{</code> and <code>}}</code> are a brace.
 * <ul>
 *   <li>{@code {n}} is the number; {@code {n:0000}} has zeros before it, here up to four digits, and more digits where
 *       it is larger.
 *   <li>{@code {yyyy}}, {@code {yy}}, {@code {q}}, {@code {MM}}, {@code {dd}} are the year, its last two digits, the
 *       quarter, the month and the day of the period. Two digits are a year from 2000 to 2099; other years cannot be
 *       written with them.
 *   <li>{@code {mod97}}, {@code {luhn}}, {@code {verhoeff}} are check digits of all that stands before them.
 * </ul>
 *
 * <p>A text is read back in one way only. A format has one field {@code {n}}; all other fields have a fixed width, so
 * the text's length shows where the number ends; and a number has zeros before it only where it has the fewest digits.
 */
public final class NumberFormat {

    /** The most letters of a format, in UTF-16 units. */
    public static final int MAX_LENGTH = 64;

    /** The digits of the highest number. */
    static final int MAX_DIGITS = 19;

    private final String pattern;
    private final List<FormatPart> parts;
    private final Optional<PeriodLength> periodLength;
    private final int minLength;

    private NumberFormat(String pattern, List<FormatPart> parts) {
        this.pattern = pattern;
        this.parts = parts;
        this.periodLength = periodLength(pattern, parts);
        this.minLength = parts.stream().mapToInt(FormatPart::width).sum();
    }

    /**
     * Returns the format of a pattern.
     *
     * @throws IllegalArgumentException if it is invalid: it is longer than {@value #MAX_LENGTH}, has a letter that
     *     cannot be printed or an unknown field, not exactly one {@code {n}}, a check digit before it, or a part of a
     *     date without the larger part
     */
    public static NumberFormat of(String pattern) {
        if (pattern.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a format must have at most %s letters: length=%s".formatted(MAX_LENGTH, pattern.length()));
        }
        List<FormatPart> parts = FormatPattern.parts(pattern);
        List<Counted> numbers = parts.stream()
                .filter(Counted.class::isInstance)
                .map(Counted.class::cast)
                .toList();
        if (numbers.size() != 1) {
            throw new IllegalArgumentException(
                    "a format must have the number once, as {n} or {n:0000}: format=" + pattern);
        }
        for (FormatPart part : parts.subList(0, parts.indexOf(numbers.get(0)))) {
            if (part instanceof Checked check) {
                throw new IllegalArgumentException(
                        "{%s} covers what stands before it, and must stand after the number: format=%s"
                                .formatted(check.digits().text(), pattern));
            }
        }
        return new NumberFormat(pattern, parts);
    }

    private static Optional<PeriodLength> periodLength(String pattern, List<FormatPart> parts) {
        Set<DateField> fields = EnumSet.noneOf(DateField.class);
        for (FormatPart part : parts) {
            if (part instanceof Dated dated) {
                fields.add(dated.field());
            }
        }
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        if (fields.contains(DateField.YEAR) == fields.contains(DateField.YEAR_OF_CENTURY)) {
            throw new IllegalArgumentException(
                    "a format with a date must have its year, as {yyyy} or {yy}, once: format=" + pattern);
        }
        if (fields.contains(DateField.DAY)) {
            if (!fields.contains(DateField.MONTH)) {
                throw new IllegalArgumentException("a format with {dd} must have {MM}: format=" + pattern);
            }
            return Optional.of(PeriodLength.DAY);
        }
        if (fields.contains(DateField.MONTH)) {
            return Optional.of(PeriodLength.MONTH);
        }
        return Optional.of(fields.contains(DateField.QUARTER) ? PeriodLength.QUARTER : PeriodLength.YEAR);
    }

    /** Returns the pattern. */
    public String pattern() {
        return pattern;
    }

    /** Returns the length of the periods that it names; empty if it has no field of a date. */
    public Optional<PeriodLength> periodLength() {
        return periodLength;
    }

    /**
     * Checks that the texts of a sequence are as different as its numbers: the format names its periods, whole, and nothing shorter.
     *
     * @param length the length of the sequence's periods; empty if it has none
     * @throws IllegalArgumentException if it does not; it says which fields are missing, or too many
     */
    public void requirePeriod(Optional<PeriodLength> length) {
        if (length.equals(periodLength)) {
            return;
        }
        throw new IllegalArgumentException(
                length.isEmpty()
                        ? "numbers of a sequence without a period have no date: leave out the fields of the %s, or create the sequence with a period: format=%s"
                                .formatted(periodLength.orElseThrow().text(), pattern)
                        : "numbers of a sequence with the period %s must name it, and no shorter one, by the fields %s: format=%s"
                                .formatted(length.get().text(), fields(length.get()), pattern));
    }

    private static String fields(PeriodLength length) {
        return switch (length) {
            case YEAR -> "{yyyy}";
            case QUARTER -> "{yyyy} and {q}";
            case MONTH -> "{yyyy} and {MM}";
            case DAY -> "{yyyy}, {MM} and {dd}";
        };
    }

    /**
     * Returns the text of a number.
     *
     * @throws IllegalArgumentException if the number has another period than the format, or a year outside the range of
     *     {@code {yy}}
     */
    public String format(BusinessNumber number) {
        Optional<PeriodLength> length = number.period().map(Period::length);
        if (!length.equals(periodLength)) {
            requirePeriod(length);
        }
        LocalDate firstDay = number.period().map(Period::firstDay).orElse(LocalDate.EPOCH);
        StringBuilder text = new StringBuilder(minLength + MAX_DIGITS);
        for (FormatPart part : parts) {
            if (part instanceof Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Dated dated) {
                requireTold(dated.field(), firstDay);
                text.append(dated.of(firstDay));
            } else if (part instanceof Counted counted) {
                text.append(FormatPart.digits(number.number(), counted.width()));
            } else if (part instanceof Checked check) {
                text.append(check.of(text));
            }
        }
        return text.toString();
    }

    private void requireTold(DateField field, LocalDate day) {
        int afterCentury = day.getYear() - DateField.FIRST_OF_CENTURY;
        if (field == DateField.YEAR_OF_CENTURY && (afterCentury < 0 || afterCentury > 99)) {
            throw new IllegalArgumentException("{yy} stands for the years 2000 to 2099, use {yyyy}: year=%s, format=%s"
                    .formatted(day.getYear(), pattern));
        }
    }

    /**
     * Returns the number of a text.
     *
     * @throws IllegalArgumentException if the text is not a number in this format; the message names the place and the
     *     expectation there, or says that the check digits do not match
     */
    public BusinessNumber parse(String text) {
        return new FormattedText(parts, minLength, text).read(periodLength);
    }

    /**
     * Returns whether no text is that of one number in this format and of another number in the other one. False where that cannot be seen
     * from the two patterns, as of {@code A{n}0} and {@code A{n}}: {@code A100} is 10 in one and 100 in the other.
     */
    public boolean tellsApart(NumberFormat other) {
        return FormatLetters.of(parts).tellsApart(FormatLetters.of(other.parts));
    }

    /** Returns whether the other one has the same pattern. */
    @Override
    public boolean equals(Object other) {
        return other instanceof NumberFormat format && format.pattern.equals(pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }

    /** Returns the pattern. */
    @Override
    public String toString() {
        return pattern;
    }
}
