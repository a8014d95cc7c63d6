package io.snowkeeper.client;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks a server how it stands, to know that it is one and serves. Done before a connection is given anything to do. */
final class Greeting implements Exchange {

    private final long timeoutNanos;
    private final Consumer<@Nullable String> done;

    /** @param done gets what keeps the server from serving, null if nothing does */
    Greeting(long timeoutNanos, Consumer<@Nullable String> done) {
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
    public long timeoutNanos() {
        return timeoutNanos;
    }

    @Override
    public void answered(Answer answer) {
        if (answer.isError()) {
            done.accept("error %d: %s".formatted(answer.code(), answer.text("text")));
            return;
        }
        answer.requireType("status_ok");
        done.accept(answer.flag("draining") ? "it is draining" : null);
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
