package io.snowkeeper.coordinator.sequence.record;

import io.snowkeeper.coordinator.sequence.UnknownReservationException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a reservation, unique over all sequences that ever were: numbers of a sequence's reservations are given out under
 * its state's version.
 *
 * @param incarnation the sequence's
 * @param number counts the reservations of the sequence
 */
public record ReservationToken(String incarnation, long number) {

    private static final Pattern FORMAT = Pattern.compile("([0-9a-z]{1,32})-([0-9]{1,18})");

    /**
     * Reads a token.
     *
     * @throws UnknownReservationException if the text is no reservation of this sequence
     */
    public static ReservationToken parse(String sequence, String incarnation, String text) {
        Matcher matcher = FORMAT.matcher(text);
        if (!matcher.matches() || !matcher.group(1).equals(incarnation)) {
            throw unknown(sequence, text);
        }
        return new ReservationToken(incarnation, Long.parseLong(matcher.group(2)));
    }

    /** Returns the bucket of a reservation of this incarnation; empty if the text is none. */
    public static OptionalLong bucket(String incarnation, String text) {
        Matcher matcher = FORMAT.matcher(text);
        return matcher.matches() && matcher.group(1).equals(incarnation)
                ? OptionalLong.of(Long.parseLong(matcher.group(2)) / BucketRecord.SLOTS)
                : OptionalLong.empty();
    }

    public static UnknownReservationException unknown(String sequence, String text) {
        return new UnknownReservationException(
                "sequence %s has no such reservation, or it was settled too long ago to be remembered: reservation=%s"
                        .formatted(sequence, text.length() <= 80 ? text : text.substring(0, 80) + "..."));
    }

    public long bucket() {
        return number / BucketRecord.SLOTS;
    }

    public int slot() {
        return (int) (number % BucketRecord.SLOTS);
    }

    @Override
    public String toString() {
        return incarnation + "-" + number;
    }
}
