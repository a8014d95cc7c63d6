package io.snowkeeper.coordinator.store;

import io.snowkeeper.testkit.time.Patience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Answers of a store, waited for. */
public final class Answers {

    private Answers() {}

    /** Returns the answer, or throws its failure. */
    public static <T> T get(CompletableFuture<T> answer) throws Exception {
        try {
            return answer.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
