package io.snowkeeper.cli.serve;

import java.util.concurrent.CompletableFuture;

/**
 * The handler of SIGTERM, SIGINT and SIGHUP, which makes them a request to stop, and lets the process end with the
 * status of its own choice: left to itself, the JVM ends with 128 and the signal's number.
 *
 * <p>Thread-safe.
 */
public final class StopSignals {

    private final CompletableFuture<Void> requested = new CompletableFuture<>();
    private final CompletableFuture<Integer> finished = new CompletableFuture<>();

    private StopSignals() {}

    /** Begins to listen. To be called once in a process. */
    public static StopSignals install() {
        StopSignals signals = new StopSignals();
        Runtime.getRuntime().addShutdownHook(new Thread(signals::end, "stop-signals"));
        return signals;
    }

    /** Returns signals that never come. */
    public static StopSignals none() {
        return new StopSignals();
    }

    /** Returns what is complete as soon as a signal came. */
    public CompletableFuture<Void> requested() {
        return requested.copy();
    }

    /** Ends the process. Does not return. */
    public void exit(int status) {
        finished.complete(status);
        System.exit(status);
    }

    /** Runs when a signal came, and at the end of the process in any case. */
    private void end() {
        requested.complete(null);
        Runtime.getRuntime().halt(finished.join());
    }
}
