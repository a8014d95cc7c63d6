package io.snowkeeper.client;

import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.SnowkeeperException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** The blocking form of a client's calls. */
record BlockingCalls(ClientRuntime runtime) {

    /**
     * Makes a call and waits for its result.
     *
     * @throws SnowkeeperException the failure of the call
     * @throws IllegalStateException on the client's own thread
     */
    <T> T await(Supplier<? extends CompletionStage<T>> caller) {
        runtime.requireThreadThatMayWait();
        CompletableFuture<T> call = caller.get().toCompletableFuture();
        try {
            return call.get();
        } catch (InterruptedException e) {
            call.cancel(false);
            Thread.currentThread().interrupt();
            throw new CallInterruptedException();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SnowkeeperException failure) {
                // The caller's stack says more than that of the client's thread.
                failure.fillInStackTrace();
                throw failure;
            }
            throw new IllegalStateException("a call fails in the ways that are known", e);
        }
    }
}
