package io.snowkeeper.node.service.message;

import io.snowkeeper.core.ErrorCode;

/** The reader of what a client says of a sequence's step. */
final class GivenStep {

    private GivenStep() {}

    /** Returns the step, 1 if none is given. Whether it is one, its sequence tells. */
    static long read(RequestFields fields) {
        return fields.optionalNumber(RequestKey.STEP).orElse(1);
    }

    /** @throws RequestRefusedException if one is given: it cannot be changed */
    static void requireNone(RequestFields fields) {
        if (fields.has(RequestKey.STEP)) {
            throw new RequestRefusedException(
                    ErrorCode.MALFORMED_REQUEST,
                    "step is given when a sequence is created, and stays: leave it out: "
                            + fields.shown(RequestKey.STEP));
        }
    }
}
