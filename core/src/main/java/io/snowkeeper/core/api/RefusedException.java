package io.snowkeeper.core.api;

/**
 * The refusal of a request for its content: any other server would refuse it, too. Nothing was changed.
 *
 * <p>The codes: 10 the server does not know the request, or has no sequences; 12 a value is out of its range; 13 a
 * defect of the server; 20 there is no such sequence or reservation; 21 there is another sequence of that name; 22 the
 * sequence is used up, the reservation was settled in another way, or the key was used with another count.
 */
public final class RefusedException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    private final int code;
    private final String text;

    /**
     * @param by the source of the refusal, such as a server's address
     * @param code the code of the error, as the line protocol has it
     * @param text why
     */
    public RefusedException(String by, int code, String text) {
        super("refused by %s with error %s: %s".formatted(by, code, text));
        this.code = code;
        this.text = text;
    }

    /** Returns the code of the error, as the line protocol has it. */
    public int code() {
        return code;
    }

    /** Returns the reason in the server's words, including characters that act in a terminal. */
    public String text() {
        return text;
    }
}
