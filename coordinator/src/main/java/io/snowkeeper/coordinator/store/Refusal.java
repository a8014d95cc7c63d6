package io.snowkeeper.coordinator.store;

/** A reason why the store has not done a write. */
public enum Refusal {
    /** A record has another version. */
    VERSION,
    /** A record is not there, or its parent is not. */
    MISSING,
    /** A record is there already. */
    EXISTS,
    /** A record that was to be deleted has children. */
    NOT_EMPTY,
    /** The session has gone on to another server meanwhile. */
    SESSION_MOVED,
    /** We may not write it. */
    DENIED,
    /** Another refusal, which the explanation describes. */
    OTHER;

    /**
     * Returns whether the write only found another state than it expected: planned again on the present state, it may
     * succeed.
     */
    public boolean isCondition() {
        return this != DENIED && this != OTHER;
    }
}
