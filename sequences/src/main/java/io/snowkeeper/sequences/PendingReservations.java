package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reservations of gapless sequences that are neither confirmed nor put back. Failures, threads and cancelling are as {@link Sequences} says. */
public interface PendingReservations {

    /**
     * Returns a page of the pending reservations of a gapless sequence, in the order they were made. One that is
     * pending from before the first page until after the last is on one of them.
     *
     * <p>Fails with {@link UnknownSequenceException}, {@link SequencePreconditionException} (no gapless sequence),
     * {@link SequenceUnavailableException}.
     *
     * @param after the reservation that the page comes after, which need not be pending any more; empty for the first
     *     page
     * @param limit how many reservations a page has at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws InvalidSequenceException if the limit is out of its range, or {@code after} is no reservation of the
     *     sequence
     */
    CompletionStage<Page<PendingReservation>> pending(String sequence, Optional<String> after, int limit);
}
