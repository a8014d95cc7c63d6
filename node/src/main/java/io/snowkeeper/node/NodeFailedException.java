package io.snowkeeper.node;

/** The failure of a node that cannot start, or cannot go on for good. The message states the reason and the remedy. */
public final class NodeFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    public NodeFailedException(String message) {
        super(message);
    }

    public NodeFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
