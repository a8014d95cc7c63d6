package io.snowkeeper.client;

import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What is asked of a sequence.
 *
 * @param sequence its name, empty if it is about all of them
 * @param type the kind of request
 * @param repeatable whether doing it twice is as good as doing it once
 * @param numbers how many numbers the answer may have
 * @param body adds what else is said
 */
record SequenceRequest(String sequence, String type, boolean repeatable, int numbers, UnaryOperator<RequestLine> body) {

    static final String NEXT = "sequence_next";

    String line(String src, long msgId) {
        return body.apply(new RequestLine(src, msgId, type)).end();
    }

    /** Returns the failure of a request that is not repeated, and may have had its effect. */
    OutcomeUnknownException outcomeUnknown(String cause, Optional<UnavailableReason> reason) {
        return type.equals(NEXT)
                ? OutcomeUnknownException.ofNumbers(sequence, cause, reason)
                : OutcomeUnknownException.ofChange(type, sequence, cause, reason);
    }
}
