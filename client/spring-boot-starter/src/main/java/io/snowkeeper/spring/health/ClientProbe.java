package io.snowkeeper.spring.health;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.UnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A probe that requests an id from the servers, and drops it. Nothing less shows whether one is available: a server
 * that is connected may refuse, and one that is idle has no connection.
 */
final class ClientProbe implements HealthProbe {

    private static final String NO_ANSWER = "no-answer";

    private final SnowkeeperClient client;
    private final Duration timeout;

    ClientProbe(SnowkeeperClient client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    @Override
    public Standing look() {
        // A batch of one is never prefetched.
        CompletableFuture<long[]> id = client.async().next(1).toCompletableFuture();
        try {
            id.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return Standing.up(Map.of());
        } catch (ExecutionException e) {
            Throwable failure = e.getCause() == null ? e : e.getCause();
            return Standing.down(reason(failure), String.valueOf(failure.getMessage()));
        } catch (TimeoutException e) {
            id.cancel(false);
            return Standing.down(NO_ANSWER, "no server gave an id within %s ms".formatted(timeout.toMillis()));
        } catch (InterruptedException e) {
            id.cancel(false);
            Thread.currentThread().interrupt();
            return Standing.down(NO_ANSWER, "interrupted while waiting for an id");
        }
    }

    private static String reason(Throwable failure) {
        return failure instanceof UnavailableException unavailable
                ? unavailable.reason().map(UnavailableReason::text).orElse(NO_ANSWER)
                : failure.getClass().getSimpleName();
    }
}
