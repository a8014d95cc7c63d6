package io.snowkeeper.core.sequence;

import io.snowkeeper.core.business.Period;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A reservation that is neither confirmed nor cancelled nor void.
 *
 * @param reservation its name
 * @param numbers its numbers, those that follow each other together
 * @param key the key they were asked for with
 * @param subject the requester, as far as the server knew: the name in a certificate or of a token, or an address
 * @param since when it was made, by ZooKeeper's clock
 * @param due when its time is up, or was
 * @param period the period that its numbers are of; empty if the sequence has none
 * @param text how its first number is written; empty if the sequence has no format, or one that does not name the
 *     period
 */
public record PendingReservation(
        String reservation,
        List<NumberRange> numbers,
        Optional<String> key,
        Optional<String> subject,
        Instant since,
        Instant due,
        Optional<Period> period,
        Optional<String> text) {

    public PendingReservation {
        numbers = List.copyOf(numbers);
    }

    public void writeTo(FieldWriter fields) {
        fields.text("reservation", reservation);
        fields.ranges(numbers);
        fields.text("key", key);
        fields.text("by", subject);
        fields.time("since", since);
        fields.time("due", due);
        text.ifPresent(first -> fields.text("text", first));
        period.ifPresent(its -> fields.text("period", its.text()));
    }

    /**
     * Reads the fields that {@link #writeTo} adds.
     *
     * @throws IllegalArgumentException if its period is none
     */
    public static PendingReservation read(FieldReader fields) {
        return new PendingReservation(
                fields.text("reservation"),
                fields.ranges(),
                fields.optionalText("key"),
                fields.optionalText("by"),
                Instant.ofEpochMilli(fields.number("since_ms")),
                Instant.ofEpochMilli(fields.number("due_ms")),
                fields.textIfGiven("period").map(Period::parse),
                fields.textIfGiven("text"));
    }
}
