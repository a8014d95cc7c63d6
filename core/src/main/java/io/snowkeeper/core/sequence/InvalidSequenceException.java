package io.snowkeeper.core.sequence;

/** The refusal of an invalid value: a bad name, a range that is empty or overlaps, a count above the limit. */
public final class InvalidSequenceException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public InvalidSequenceException(String message) {
        super(message);
    }
}
