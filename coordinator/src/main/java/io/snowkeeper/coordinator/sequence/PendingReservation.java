package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A reservation that is neither confirmed nor cancelled nor void.
 *
 * @param reservation its name
 * @param runs its numbers
 * @param key the key they were asked for with
 * @param subject who asked, as the port knew it
 * @param since when it was made, by ZooKeeper's clock
 * @param due when its time is up, or was
 * @param period the period that its numbers are of; empty if the sequence has none
 */
public record PendingReservation(
        String reservation,
        List<NumberRange> runs,
        Optional<String> key,
        Optional<String> subject,
        Instant since,
        Instant due,
        Optional<Period> period) {

    public PendingReservation {
        runs = List.copyOf(runs);
    }

    /** Returns the text of its first number; empty if the format does not name its period. */
    public Optional<String> text(NumberFormat format) {
        NumberRange first = new NumberRange(runs.get(0).from(), runs.get(0).from());
        return new Grant(List.of(first), Optional.empty(), period)
                .texts(format).stream().findFirst();
    }
}
