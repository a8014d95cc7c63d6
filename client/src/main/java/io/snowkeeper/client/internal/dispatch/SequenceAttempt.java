package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Connection;
import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.Exchange;
import io.snowkeeper.core.ErrorCode;
import java.util.Optional;

/** A call about a sequence on its way to one server. */
final class SequenceAttempt implements Exchange {

    private final SequenceLane lane;
    private final SequenceCall<?> call;
    private final Endpoint server;
    private final Connection connection;
    private boolean over;

    SequenceAttempt(SequenceLane lane, SequenceCall<?> call, Endpoint server, Connection connection) {
        this.lane = lane;
        this.call = call;
        this.server = server;
        this.connection = connection;
    }

    @Override
    public String line(String src, long msgId) {
        call.attempt(server);
        return call.request().line(src, msgId);
    }

    @Override
    public int numbers() {
        return call.request().numbers();
    }

    @Override
    public long timeoutNanos() {
        return lane.attemptNanos();
    }

    @Override
    public void answered(Answer answer) {
        if (!answer.isError()) {
            call.complete(answer);
            server.succeeded();
            return;
        }
        int code = answer.code();
        String text = answer.text("text");
        over = true;
        if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            String problem = "error %d: %s".formatted(code, text);
            server.note(problem, answer.reason());
            lane.retry(call, problem, answer.reason(), true);
            // One sequence cannot be served now, or none, since the server is draining: that it says itself.
            connection.greet();
        } else {
            call.completeExceptionally(lane.failures().refused(server.address().toString(), code, text));
        }
    }

    @Override
    public void broken(String problem) {
        if (!over) {
            over = true;
            lane.retry(call, problem, Optional.empty(), false);
        }
    }

    @Override
    public void expire(long nowNanos) {
        if (call.isOver(nowNanos)) {
            lane.expire(call);
        }
    }
}
