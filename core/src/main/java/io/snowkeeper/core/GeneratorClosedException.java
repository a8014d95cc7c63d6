package io.snowkeeper.core;

/** The refusal of an id by a generator that was closed; it issues nothing any more. */
public final class GeneratorClosedException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    /** @param generator which one, as {@code workerId=7} */
    public GeneratorClosedException(String generator) {
        super(UnavailableReason.NO_WORKER_ID, "generator is closed: " + generator);
    }
}
