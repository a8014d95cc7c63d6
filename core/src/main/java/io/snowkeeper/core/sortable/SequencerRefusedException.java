package io.snowkeeper.core.sortable;

/**
 * The refusal of a value of the caller's own sequencer, since it could be a duplicate, or has no room in an id. It was
 * not issued; the message states the problem. A defect of the sequencer, not a state of the world: asking again helps
 * as far as it returns something else.
 */
public final class SequencerRefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** @param message the requirement, and the value that violates it */
    public SequencerRefusedException(String message) {
        super(message);
    }
}
