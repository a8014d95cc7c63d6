package io.snowkeeper.simulation.judge;

/** The finding of a judge that something happened that never may. */
public final class BrokenPromiseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BrokenPromiseException(String message) {
        super(message);
    }

    /** Ends the world, which does not go on after a judge's report. */
    public static void raise(String message) {
        throw new BrokenPromiseException(message);
    }
}
