package io.snowkeeper.core.sequence;

import io.snowkeeper.core.text.DurationFormat;
import java.time.Duration;
import java.util.Optional;

/** The text of how long something is kept at the least: a duration, or {@code forever}. */
public final class Retention {

    /** No time at all ends it. Longer than anything lasts, and short enough to be added to a time in milliseconds. */
    public static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE / 4);

    /** The rule for a valid text, for an error. */
    public static final String RULE = DurationFormat.RULE + ", or forever";

    private static final String TEXT = "forever";

    private Retention() {}

    /** Parses a retention; empty if the text is not one. */
    public static Optional<Duration> parse(String text) {
        return text.equals(TEXT) ? Optional.of(FOREVER) : DurationFormat.parse(text);
    }

    /** Returns the text of it. */
    public static String format(Duration retention) {
        return retention.equals(FOREVER) ? TEXT : DurationFormat.format(retention);
    }

    /** Returns whether a number of milliseconds means for ever. */
    public static boolean isForever(long millis) {
        return millis >= FOREVER.toMillis();
    }
}
