package io.snowkeeper.coordinator;

/** An observer of a process' writes to its fleet's store, for metrics. Thread-safe; called where it must not block, nor throw. */
@FunctionalInterface
public interface WriteObserver {

    /** An observer that nothing comes of. */
    WriteObserver NONE = (nanos, outcome) -> {};

    /** What became of a write. */
    enum Outcome {
        /** The store has done it. */
        DONE,
        /** The store has answered that it was not done, most often since somebody else was first. */
        REFUSED,
        /** There was no answer: it may have been done. */
        UNANSWERED
    }

    /**
     * Tells of a write that has ended.
     *
     * @param nanos how long that took since it was asked for, in nanoseconds
     */
    void written(long nanos, Outcome outcome);
}
