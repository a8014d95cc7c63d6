package io.snowkeeper.sequences.record;

import io.snowkeeper.sequences.UnknownReservationException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a reservation, unique over all sequences that ever were: a sequence numbers its reservations under its
 * state's version, and after a restore of older data of ZooKeeper, other writers do.
 *
 * @param incarnation the sequence's
 * @param number counts the reservations of the sequence
 * @param writer the identity of the writer that made it
 */
public record ReservationToken(String incarnation, long number, String writer) {

    /** Enough for 60 million writers; a restored sequence may have as many as it has nodes. */
    private static final int WRITER_LETTERS = 5;

    private static final Pattern FORMAT = Pattern.compile("([0-9a-z]{1,32})-([0-9]{1,18})-([0-9a-z]{1,16})");

    /** Returns a writer's identity, from its random name. */
    public static String writer(String random) {
        return random.substring(Math.max(0, random.length() - WRITER_LETTERS));
    }

    /**
     * Reads a token.
     *
     * @throws UnknownReservationException if the text is no reservation of this sequence
     */
    public static ReservationToken parse(String sequence, String incarnation, String text) {
        return of(incarnation, text).orElseThrow(() -> unknown(sequence, text));
    }

    /** Reads a token of this incarnation; empty if the text is none. */
    public static Optional<ReservationToken> of(String incarnation, String text) {
        Matcher matcher = FORMAT.matcher(text);
        return matcher.matches() && matcher.group(1).equals(incarnation)
                ? Optional.of(new ReservationToken(incarnation, Long.parseLong(matcher.group(2)), matcher.group(3)))
                : Optional.empty();
    }

    public static UnknownReservationException unknown(String sequence, String text) {
        return new UnknownReservationException(
                "sequence %s has no such reservation, or it was settled too long ago to be remembered: reservation=%s"
                        .formatted(sequence, shortened(text)));
    }

    /** Returns a client's text for a reservation, shortened for an error. */
    public static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }

    public long bucket() {
        return number / BucketRecord.SLOTS;
    }

    public int slot() {
        return (int) (number % BucketRecord.SLOTS);
    }

    @Override
    public String toString() {
        return incarnation + "-" + number + "-" + writer;
    }
}
