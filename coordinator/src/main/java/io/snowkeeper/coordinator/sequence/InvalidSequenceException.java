package io.snowkeeper.coordinator.sequence;

/** A call asks for what cannot be: a bad name, a range that overlaps, a count above the limit. */
public final class InvalidSequenceException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public InvalidSequenceException(String message) {
        super(message);
    }
}
