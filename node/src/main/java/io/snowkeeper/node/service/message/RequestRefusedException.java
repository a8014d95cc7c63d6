package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;

/**
 * The refusal of a request. The message goes to the client. Has no stack trace: it is about the client's request, not
 * about a place in the code.
 */
public class RequestRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Answer.Refusal answer;

    /**
     * Refuses a request for its content.
     *
     * @param code any but {@link ErrorCode#TEMPORARILY_UNAVAILABLE}, which has a reason
     * @param text the rule, the name and the value, for the client to read
     */
    public RequestRefusedException(ErrorCode code, String text) {
        this(new Answer.Refusal(code, text));
    }

    public RequestRefusedException(Answer.Refusal answer) {
        super(answer.text(), null, false, false);
        this.answer = requireNonNull(answer);
    }

    /** Returns the refusal of a request that may succeed later, before anything was begun for it. */
    public static RequestRefusedException notBegun(UnavailableReason reason, String text) {
        return new RequestRefusedException(Answer.Refusal.notBegun(reason, text));
    }

    /** Returns the answer to the request. */
    public Answer.Refusal answer() {
        return answer;
    }
}
