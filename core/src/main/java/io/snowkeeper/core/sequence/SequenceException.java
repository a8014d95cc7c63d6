package io.snowkeeper.core.sequence;

/** The failure of a call about a sequence; each cause has a class of its own. */
public abstract class SequenceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected SequenceException(String message) {
        super(message);
    }
}
