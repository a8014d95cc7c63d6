package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * The highest sequences that were reached within a tick: how near a node came to the capacity of a tick.
 *
 * @param sinceStart since the node was started, 0 if no id was issued
 * @param ofLastSecond within the last second, 0 if no id was issued; empty if it is not measured
 * @param ofLastMinute within the last minute, likewise
 */
public record HighestSequences(long sinceStart, OptionalLong ofLastSecond, OptionalLong ofLastMinute) {

    public HighestSequences {
        requireNonNull(ofLastSecond);
        requireNonNull(ofLastMinute);
    }

    /** Returns the figures without periodic measurements. */
    public static HighestSequences sinceStart(long highest) {
        return new HighestSequences(highest, OptionalLong.empty(), OptionalLong.empty());
    }

    /** Returns the higher ones of two parts of a node. */
    public HighestSequences max(HighestSequences other) {
        return new HighestSequences(
                Math.max(sinceStart, other.sinceStart),
                max(ofLastSecond, other.ofLastSecond),
                max(ofLastMinute, other.ofLastMinute));
    }

    private static OptionalLong max(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(Math.max(one.getAsLong(), other.getAsLong()))
                : one.isPresent() ? one : other;
    }
}
