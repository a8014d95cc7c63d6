package io.snowkeeper.core;

/** The generator was closed; it issues nothing any more. */
public final class GeneratorClosedException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    GeneratorClosedException(long workerId) {
        super("generator is closed: workerId=" + workerId);
    }
}
