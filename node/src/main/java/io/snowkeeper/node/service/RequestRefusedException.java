package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

/**
 * A request that gets an error for an answer. The message goes to the client. Has no stack trace: it tells of the client's
 * request, not of the place in the code.
 */
public final class RequestRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** @param text the rule, the name and the value, for the client to read */
    public RequestRefusedException(ErrorCode code, String text) {
        super(text, null, false, false);
        this.code = requireNonNull(code);
    }

    /** Returns what refuses a request that may succeed later. */
    static RequestRefusedException forNow(String text) {
        return new RequestRefusedException(ErrorCode.TEMPORARILY_UNAVAILABLE, text);
    }

    /** Returns the answer to the request. */
    public Answer.Refusal answer() {
        return new Answer.Refusal(code, requireNonNull(getMessage()));
    }
}
