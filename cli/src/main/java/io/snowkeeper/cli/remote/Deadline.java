package io.snowkeeper.cli.remote;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The time by which something is done, or is closed, whatever it waits for then. Thread-safe. */
final class Deadline implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Deadline.class);

    private final Duration after;
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    private final AtomicBoolean passed = new AtomicBoolean();

    private Deadline(Duration after) {
        this.after = after;
    }

    /** Returns a deadline that begins now. */
    static Deadline closing(Closeable resource, Duration after) {
        Deadline deadline = new Deadline(after);
        var unused = deadline.done
                .orTimeout(after.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((result, late) -> {
                    if (late != null) {
                        deadline.passed.set(true);
                        close(resource);
                    }
                });
        return deadline;
    }

    private static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            log.debug("what took too long could not be closed", e);
        }
    }

    boolean hasPassed() {
        return passed.get();
    }

    /** Returns what to say of a failure that is the deadline's work. */
    IOException exceeded(IOException cause) {
        return new IOException("no whole answer within %s ms".formatted(after.toMillis()), cause);
    }

    /** Ends it: nothing is closed any more. */
    @Override
    public void close() {
        done.complete(null);
    }
}
