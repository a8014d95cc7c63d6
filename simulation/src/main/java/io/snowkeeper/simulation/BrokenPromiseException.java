package io.snowkeeper.simulation;

/** The finding of a judge that something happened that never may. */
final class BrokenPromiseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokenPromiseException(String message) {
        super(message);
    }
}
