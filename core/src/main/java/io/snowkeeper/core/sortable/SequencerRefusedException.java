package io.snowkeeper.core.sortable;

/**
 * The refusal of what a sequencer of the caller's own returned, since it could be a duplicate, or has no room in an id.
 * It was not issued; the message says what was wrong. A defect of the sequencer, not a state of the world: asking again
 * helps as far as it returns something else.
 */
public final class SequencerRefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** @param message what a sequencer must return, and what this one did */
    public SequencerRefusedException(String message) {
        super(message);
    }
}
