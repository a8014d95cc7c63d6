package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.sequences.access.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The request of a writer that is under way, or its rest: there is one at a time, and its result begins the next step.
 * Used by the writer's thread only.
 */
final class RequestUnderWay {

    private static final Logger log = LoggerFactory.getLogger(RequestUnderWay.class);

    private static final long DENIED_NANOS = 1_000_000_000;
    private static final long NO_ANSWER_NANOS = 50_000_000;

    private final String sequence;
    private final WriterExecutor executor;
    private final Environment environment;
    private final Consumer<RuntimeException> unusable;

    private boolean busy;
    private long since;

    /** @param unusable called when an answer cannot be used, for a defect or a record that is not as it can be */
    RequestUnderWay(
            String sequence, WriterExecutor executor, Environment environment, Consumer<RuntimeException> unusable) {
        this.sequence = sequence;
        this.executor = executor;
        this.environment = environment;
        this.unusable = unusable;
    }

    boolean isBusy() {
        return busy;
    }

    /** Returns whether it has taken longer than that. */
    boolean isOlderThan(long nanos, long now) {
        return busy && now - since > nanos;
    }

    /** Notes that one is sent, and returns when. */
    long begin() {
        busy = true;
        since = environment.nanoTime();
        return since;
    }

    /** Continues with the answer, in the writer's turn. */
    <T> void then(CompletableFuture<T> answer, Consumer<T> next, Consumer<Throwable> failed) {
        var unused = answer.whenCompleteAsync(
                (result, failure) -> {
                    busy = false;
                    try {
                        if (failure == null) {
                            next.accept(result);
                        } else {
                            failed.accept(Failures.unwrap(failure));
                        }
                    } catch (RejectedExecutionException e) {
                        log.debug("sequence {}: the node has stopped, so waiting calls fail", sequence);
                    } catch (RuntimeException e) {
                        // Waiting calls fail when their time is up.
                        unusable.accept(e);
                    }
                },
                executor);
    }

    /**
     * Continues after a pause without a request.
     *
     * @param denied whether the store has refused the request; else it has not answered, and the pause is short and
     *     random, so that not all nodes ask at once
     */
    void rest(boolean denied, Runnable next) {
        begin();
        executor.schedule(
                () -> {
                    busy = false;
                    next.run();
                },
                denied
                        ? DENIED_NANOS
                        : (long) (NO_ANSWER_NANOS * (0.5 + environment.random().nextDouble())));
    }
}
