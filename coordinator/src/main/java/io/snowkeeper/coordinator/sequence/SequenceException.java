package io.snowkeeper.coordinator.sequence;

/** A call about a sequence failed; each cause has a class of its own. */
public abstract class SequenceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SequenceException(String message) {
        super(message);
    }
}
