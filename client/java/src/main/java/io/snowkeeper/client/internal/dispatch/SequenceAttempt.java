package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Connection;
import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.Exchange;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;

/** An attempt of a call about a sequence, at one server. */
final class SequenceAttempt implements Exchange {

    /** The owner of an attempt, which takes a call that it has not answered. */
    interface Owner {

        /** Sends a call again, now or later, if that can do no harm; otherwise it fails. */
        void retry(SequenceCall<?> call, String problem, Optional<UnavailableReason> reason, boolean later);

        /** Sends a call again later, which does no harm. */
        void placeLater(SequenceCall<?> call);

        /** Fails a call that has waited to its deadline. */
        void expire(SequenceCall<?> call);
    }

    private final Owner owner;
    private final CallFailures failures;
    private final long timeoutNanos;
    private final SequenceCall<?> call;
    private final Endpoint server;
    private final Connection connection;
    private boolean over;

    SequenceAttempt(
            Owner owner,
            CallFailures failures,
            long timeoutNanos,
            SequenceCall<?> call,
            Endpoint server,
            Connection connection) {
        this.owner = owner;
        this.failures = failures;
        this.timeoutNanos = timeoutNanos;
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
    public int calls() {
        return 1;
    }

    @Override
    public long timeoutNanos() {
        return timeoutNanos;
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
            String problem = "error %s: %s".formatted(code, text);
            server.note(problem, answer.reason());
            if (answer.mayHaveBegun()) {
                owner.retry(call, problem, answer.reason(), true);
            } else {
                call.refusedUnbegun();
                owner.placeLater(call);
            }
            // One sequence cannot be served now, or none, since the server is draining: that it says itself.
            connection.probe();
        } else {
            call.completeExceptionally(failures.refused(server.server().toString(), code, text));
        }
    }

    @Override
    public void broken(String problem) {
        if (!over) {
            over = true;
            owner.retry(call, problem, Optional.empty(), false);
        }
    }

    @Override
    public void unbegun(String problem) {
        if (!over) {
            over = true;
            call.refusedUnbegun();
            owner.placeLater(call);
        }
    }

    @Override
    public void expire(long nowNanos) {
        if (call.isOver(nowNanos)) {
            owner.expire(call);
        }
    }
}
