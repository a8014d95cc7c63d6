package io.snowkeeper.client;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Somebody who waits for ids: one, or several that one node makes at once. */
final class IdCall<T> extends CompletableFuture<T> {

    private final int count;
    private final long deadlineNanos;
    private final Result<T> result;

    /** Makes of ids what the caller wants. */
    @FunctionalInterface
    private interface Result<T> {
        T of(long[] ids, int from, long askedNanos);
    }

    private IdCall(int count, long deadlineNanos, Result<T> result) {
        this.count = count;
        this.deadlineNanos = deadlineNanos;
        this.result = result;
    }

    static IdCall<Long> one(long deadlineNanos) {
        return new IdCall<>(1, deadlineNanos, (ids, from, asked) -> ids[from]);
    }

    static IdCall<long[]> many(int count, long deadlineNanos) {
        return new IdCall<>(count, deadlineNanos, (ids, from, asked) -> Arrays.copyOfRange(ids, from, from + count));
    }

    static IdCall<IdStock> stock(int count, long deadlineNanos) {
        return new IdCall<>(
                count,
                deadlineNanos,
                (ids, from, asked) -> new IdStock(Arrays.copyOfRange(ids, from, from + count), asked));
    }

    int count() {
        return count;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    /**
     * Hands over ids, unless the caller has gone; then nobody gets them.
     *
     * @param ids some ids, of which ours begin at {@code from}
     * @param askedNanos when they were asked for
     */
    void deliver(long[] ids, int from, long askedNanos) {
        complete(result.of(ids, from, askedNanos));
    }
}
