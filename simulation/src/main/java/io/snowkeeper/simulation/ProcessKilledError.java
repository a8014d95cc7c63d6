package io.snowkeeper.simulation;

/** The end of a simulated process in the midst of its work: nothing that it does has any effect from here on. */
final class ProcessKilledError extends Error {

    private static final long serialVersionUID = 1L;

    ProcessKilledError() {
        super("the process was killed", null, false, false);
    }
}
