package io.snowkeeper.client;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A reservation of a gapless sequence that is neither confirmed nor cancelled nor void.
 *
 * @param reservation its name
 * @param numbers its numbers, those that follow each other together
 * @param key the key that they were asked for with
 * @param subject who asked, as far as the server knew: the name in a certificate, or an address
 * @param since when it was made, by ZooKeeper's clock
 * @param due when its time is up, or was
 * @param text how its first number is written; empty unless the sequence has a format
 * @param period the period that its numbers are of; empty unless the sequence has periods
 */
public record PendingReservation(
        String reservation,
        List<NumberRange> numbers,
        Optional<String> key,
        Optional<String> subject,
        Instant since,
        Instant due,
        Optional<String> text,
        Optional<Period> period) {

    public PendingReservation {
        numbers = List.copyOf(numbers);
    }
}
