package io.snowkeeper.client.internal.connection;

import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.Exchange;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A status request, sent before a connection is given anything to do, to know that the server is one and serves. */
final class StatusProbe implements Exchange {

    private final long timeoutNanos;
    private final BiConsumer<@Nullable String, Optional<UnavailableReason>> done;

    /** @param done gets what keeps the server from serving, null if nothing does, and the reason that it tells for that */
    StatusProbe(long timeoutNanos, BiConsumer<@Nullable String, Optional<UnavailableReason>> done) {
        this.timeoutNanos = timeoutNanos;
        this.done = done;
    }

    @Override
    public String line(String src, long msgId) {
        return new RequestLine(src, msgId, "status").end();
    }

    @Override
    public int numbers() {
        return 0;
    }

    @Override
    public int calls() {
        return 0;
    }

    @Override
    public long timeoutNanos() {
        return timeoutNanos;
    }

    @Override
    public void answered(Answer answer) {
        if (answer.isError()) {
            done.accept("error %d: %s".formatted(answer.code(), answer.text("text")), answer.reason());
            return;
        }
        answer.requireType("status_ok");
        if (answer.flag("draining")) {
            done.accept("it is draining", Optional.of(UnavailableReason.DRAINING));
        } else {
            done.accept(null, Optional.empty());
        }
    }

    @Override
    public void broken(String problem) {
        // The connection says so itself.
    }

    @Override
    public void expire(long nowNanos) {
        // Nobody waits for it.
    }
}
