package io.snowkeeper.loadtest.option;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them, a whole number and a unit: {@code 500ms}, {@code 90s}, {@code 30m}, {@code 1h}. */
public final class DurationText {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m|h)");

    private DurationText() {}

    /** Returns the duration, empty if the text is none. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    default -> Duration.ofHours(amount);
                });
    }
}
