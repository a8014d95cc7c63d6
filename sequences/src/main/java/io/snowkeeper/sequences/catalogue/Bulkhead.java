package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.sequences.SequenceUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A bound on concurrent operations of one kind; more are refused at once. Callers may give up long before their
 * operations end, so without it their number is unbounded. Thread-safe.
 */
final class Bulkhead {

    private final String what;
    private final int limit;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * @param what the operations' name, for the refusal's text
     * @param limit how many at the most
     */
    Bulkhead(String what, int limit) {
        this.what = what;
        this.limit = limit;
    }

    /** Begins one more. Fails with {@link SequenceUnavailableException} if there are as many as may be. */
    <T> CompletableFuture<T> begin(String sequence, Supplier<CompletableFuture<T>> attempt) {
        if (underWay.incrementAndGet() > limit) {
            underWay.decrementAndGet();
            return CompletableFuture.failedFuture(new SequenceUnavailableException(
                    UnavailableReason.SEQUENCE_BUSY,
                    "%s %s are under way, the limit: sequence=%s; ask again later".formatted(limit, what, sequence)));
        }
        return attempt.get().whenComplete((result, failure) -> underWay.decrementAndGet());
    }
}
