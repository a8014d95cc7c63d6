package io.snowkeeper.cli.serve;

import java.util.concurrent.CompletableFuture;

/**
 * The handler of SIGTERM, SIGINT and SIGHUP. For a command that waits for them, they are a request to stop, and the process ends with the
 * status of its own choice; all others end at once, behind a whole line of output, with 128 and the signal's number.
 *
 * <p>Thread-safe.
 */
public final class StopSignals {

    private final CompletableFuture<Void> requested = new CompletableFuture<>();
    private final CompletableFuture<Integer> finished = new CompletableFuture<>();

    private final Runnable atOnce;
    private volatile boolean awaited;

    private StopSignals(Runnable atOnce) {
        this.atOnce = atOnce;
    }

    /** Begins to listen. To be called once in a process. */
    public static StopSignals install(WholeLines out) {
        StopSignals signals = new StopSignals(out::end);
        Runtime.getRuntime().addShutdownHook(new Thread(signals::end, "stop-signals"));
        return signals;
    }

    /** Returns signals that never come. */
    public static StopSignals none() {
        return new StopSignals(() -> {});
    }

    /** Returns a future that completes with the first signal. From now on the process does not end by itself. */
    public CompletableFuture<Void> requested() {
        awaited = true;
        return requested.copy();
    }

    /** Ends the process. Does not return. */
    public void exit(int status) {
        finished.complete(status);
        System.exit(status);
    }

    /** Runs when a signal came, and at the end of the process in any case. */
    private void end() {
        if (!awaited) {
            atOnce.run();
            return;
        }
        requested.complete(null);
        Runtime.getRuntime().halt(finished.join());
    }
}
