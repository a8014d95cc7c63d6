package io.snowkeeper.embedded.sequence;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.SequenceExistsException;
import io.snowkeeper.sequences.SequenceFullException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.UnknownSequenceException;
import java.util.Optional;

/** The error codes of failures of sequences, the same for nodes and embedded members. */
public final class SequenceErrors {

    private SequenceErrors() {}

    /** Returns the code of a failure. */
    public static ErrorCode codeOf(SequenceException failure) {
        if (failure instanceof InvalidSequenceException) {
            return ErrorCode.MALFORMED_REQUEST;
        }
        if (failure instanceof UnknownSequenceException || failure instanceof UnknownReservationException) {
            return ErrorCode.KEY_DOES_NOT_EXIST;
        }
        if (failure instanceof SequenceExistsException) {
            return ErrorCode.KEY_ALREADY_EXISTS;
        }
        // A failure that is neither malformed, nor of a missing thing, nor temporary contradicts an earlier call.
        return reasonOf(failure).isPresent() ? ErrorCode.TEMPORARILY_UNAVAILABLE : ErrorCode.PRECONDITION_FAILED;
    }

    /** Returns the reason of a failure that passes, empty for another one. */
    public static Optional<UnavailableReason> reasonOf(SequenceException failure) {
        if (failure instanceof SequenceUnavailableException unavailable) {
            return Optional.of(unavailable.reason());
        }
        return failure instanceof SequenceFullException
                ? Optional.of(UnavailableReason.SEQUENCE_FULL)
                : Optional.empty();
    }
}
