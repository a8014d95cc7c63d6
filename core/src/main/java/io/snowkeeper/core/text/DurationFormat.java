package io.snowkeeper.core.text;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of durations, a whole number and a unit: {@code 10ms}, {@code 60s}, {@code 5m}, {@code 1h}, {@code 30d}, {@code 10y}. A day is
 * 24 hours, a year 365 days; both are read, and never written.
 */
public final class DurationFormat {

    /** The rule for a valid text, for an error. */
    public static final String RULE = "must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s";

    /** No more than fits into milliseconds. */
    private static final Pattern DURATION = Pattern.compile("(?![0-9]{7,}y)([0-9]{1,9})(ms|s|m|h|d|y)");

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long MILLIS_PER_MINUTE = 60 * MILLIS_PER_SECOND;
    private static final long MILLIS_PER_HOUR = 60 * MILLIS_PER_MINUTE;
    private static final long MILLIS_PER_DAY = 24 * MILLIS_PER_HOUR;
    private static final long MILLIS_PER_YEAR = 365 * MILLIS_PER_DAY;

    private DurationFormat() {}

    /** Returns the duration that is written so, empty if none is. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = DURATION.matcher(text);
        return matcher.matches()
                ? Optional.of(Duration.ofMillis(Long.parseLong(matcher.group(1)) * millisOf(matcher.group(2))))
                : Optional.empty();
    }

    private static long millisOf(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> MILLIS_PER_SECOND;
            case "m" -> MILLIS_PER_MINUTE;
            case "h" -> MILLIS_PER_HOUR;
            case "d" -> MILLIS_PER_DAY;
            default -> MILLIS_PER_YEAR;
        };
    }

    /** Returns the text of a duration, to the millisecond, in the largest unit up to hours that needs no fraction; as Java writes it where milliseconds do not count so far. */
    public static String format(Duration duration) {
        if (Math.abs(duration.toSeconds() / MILLIS_PER_SECOND)
                >= Long.MAX_VALUE / MILLIS_PER_SECOND / MILLIS_PER_SECOND) {
            return duration.toString();
        }
        long millis = duration.toMillis();
        if (millis % MILLIS_PER_SECOND != 0) {
            return millis + "ms";
        }
        if (millis % MILLIS_PER_MINUTE != 0 || millis == 0) {
            return millis / MILLIS_PER_SECOND + "s";
        }
        return millis % MILLIS_PER_HOUR == 0 ? millis / MILLIS_PER_HOUR + "h" : millis / MILLIS_PER_MINUTE + "m";
    }
}
