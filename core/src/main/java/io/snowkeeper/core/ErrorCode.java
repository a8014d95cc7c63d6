package io.snowkeeper.core;

/** The code of a refused request: those of Maelstrom's protocol that a node answers. */
public enum ErrorCode {
    /** The type of the request is not known. */
    NOT_SUPPORTED(10),
    /** Nothing was done, and the same request may succeed later, or on another node now. */
    TEMPORARILY_UNAVAILABLE(11),
    /** The request is malformed; it will not succeed as it is. */
    MALFORMED_REQUEST(12),
    /** A defect of the node. */
    CRASH(13),
    /** There is nothing of the name that was asked for. */
    KEY_DOES_NOT_EXIST(20),
    /** The name is taken, by something that differs from the request. */
    KEY_ALREADY_EXISTS(21),
    /** The request does not fit the present state. */
    PRECONDITION_FAILED(22);

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /** Returns the code as it is sent. */
    public int number() {
        return number;
    }
}
