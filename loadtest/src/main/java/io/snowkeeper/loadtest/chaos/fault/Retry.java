package io.snowkeeper.loadtest.chaos.fault;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Requests to ZooKeeper that are tried again, since another fault may have struck it. */
final class Retry {

    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long RETRY_MILLIS = 200;

    private Retry() {}

    /** A request that may fail for a while. */
    interface Request {

        /** Returns whether there was anything to do, which callers may ignore. */
        boolean run() throws IOException, InterruptedException;
    }

    /** @throws IOException if it failed for a minute */
    static void until(Request request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                request.run();
                return;
            } catch (IOException e) {
                if (System.nanoTime() - start > TIMEOUT_NANOS) {
                    throw e;
                }
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }
}
