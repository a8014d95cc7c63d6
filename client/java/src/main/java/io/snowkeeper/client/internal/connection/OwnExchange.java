package io.snowkeeper.client.internal.connection;

import io.snowkeeper.client.internal.wire.Exchange;

/** A request that a connection makes for itself: no call waits for it, and its answer has no numbers. */
abstract class OwnExchange implements Exchange {

    private final long timeoutNanos;

    OwnExchange(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    public final int numbers() {
        return 0;
    }

    @Override
    public final int calls() {
        return 0;
    }

    @Override
    public final long timeoutNanos() {
        return timeoutNanos;
    }

    @Override
    public final void broken(String problem) {
        // The connection says so itself.
    }

    @Override
    public final void expire(long nowNanos) {
        // No caller waits for it.
    }
}
