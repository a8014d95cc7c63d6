package io.snowkeeper.coordinator;

/** An observer of a process' writes to its fleet's store, for metrics. Thread-safe; called where it must not block, nor throw. */
@FunctionalInterface
public interface WriteObserver {

    /** An observer that nothing comes of. */
    WriteObserver NONE = (nanos, outcome) -> {};

    /** The outcome of a write. */
    enum Outcome {
        /** The store has done it. */
        DONE,
        /** The store has answered that it was not done, most often because another writer was first. */
        REFUSED,
        /** There was no answer: it may have been done. */
        UNANSWERED
    }

    /**
     * Reports a write that has ended.
     *
     * @param nanos its duration since the request, in nanoseconds
     */
    void written(long nanos, Outcome outcome);
}
