package io.snowkeeper.client;

/** What came is not the answer that was due. Nothing more of its connection can be trusted. */
final class InvalidAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidAnswerException(String message) {
        super(message);
    }
}
