package io.snowkeeper.client.internal.wire;

/** The failure of an answer that is not the one that was due. Nothing more of its connection can be trusted. */
public final class InvalidAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidAnswerException(String message) {
        super(message);
    }
}
