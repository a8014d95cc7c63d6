package io.snowkeeper.sequences;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of the fleet's sequences, for their users. Failures, threads and cancelling are as {@link Sequences} says.
 */
public interface Numbers {

    /** No number. */
    long NONE = -1;

    /**
     * Hands out numbers.
     *
     * <p>Fails with {@link InvalidSequenceException} (count above the limit, which is {@link NextRequest#MAX_TEXTS} where numbers have a
     * format), {@link UnknownSequenceException}, {@link
     * SequenceUsedUpException}, {@link SequenceFullException}, {@link SequencePreconditionException} (the key was used with
     * another count), {@link SequenceUnavailableException}. Where the last one is said, numbers may have been taken; a
     * request with a key gets them when it is made again.
     */
    CompletionStage<Grant> next(NextRequest request);

    /**
     * Hands out numbers of a block that this node keeps, if that is possible at once, each one step more than the one
     * before; allocates no object. Not for a sequence with periods, whose numbers need their period.
     *
     * @param count how many, at least 1
     * @return the last of them, {@link #NONE} if {@link #next} has to be called for them
     */
    long tryNext(String sequence, int count);

    /**
     * Returns the last number of a block sequence that this node has handed out, as far as it knows one; {@link #NONE} if it does
     * not. Takes no time.
     */
    long lastOfBlocks(String sequence);

    /**
     * Returns the format of a sequence's numbers, as this node knew it last: surely once it has given one of them. Empty if they have
     * none, or the node does not know. Takes no time.
     */
    Optional<NumberFormat> format(String sequence);

    /**
     * Settles a reservation of a gapless sequence: its numbers are confirmed, and never handed out again; or put back;
     * or void. Doing so twice is fine where the reservation is named.
     *
     * <p>Fails with {@link UnknownReservationException}, {@link ReservationSettledException} (settled otherwise
     * before), {@link UnknownSequenceException}, {@link SequencePreconditionException} (no gapless sequence),
     * {@link SequenceUnavailableException} (whether it was done is not known then). By number it fails with
     * {@link UnknownReservationException} unless the number is the only one of a pending reservation, of any client: do
     * not repeat it without checking the pending ones, since the number may belong to another client by then.
     */
    CompletionStage<@Nullable Void> settle(SettleRequest request);

    /** Confirms numbers of a gapless sequence as {@link #settle} does. */
    default CompletionStage<@Nullable Void> confirm(String sequence, String reservation) {
        return settle(SettleRequest.of(sequence, reservation, Settlement.CONFIRM));
    }

    /** Puts numbers of a gapless sequence back as {@link #settle} does. */
    default CompletionStage<@Nullable Void> cancel(String sequence, String reservation) {
        return settle(SettleRequest.of(sequence, reservation, Settlement.CANCEL));
    }
}
