package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.connection.MonotonicCheck;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.Exchange;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import java.util.List;
import java.util.Optional;

/** A request for the ids of several calls, all of one kind. Each call gets a part of the answer, and no part goes to two. */
final class IdBatchRequest implements Exchange {

    /** The owner of a request, which takes the calls that it cannot answer. */
    interface Owner {

        /** Takes back calls that got no answer, in their order. */
        void putBack(List<IdCall<?>> calls);

        /** Sends a call to a server that has not refused it yet, a moment later; if there is none, the call fails. */
        void askAnother(IdCall<?> call, Endpoint refusing, RuntimeException refusal);

        /** Notes that a server issues no ids, since another one does. */
        void standsBy(Endpoint server, String cause);

        /** Notes that a server accepts no request for {@code count} ids. */
        void shrinkBelow(int count);

        /**
         * Requires that no id comes a second time, as far as that is remembered.
         *
         * @throws InvalidAnswerException if one does
         */
        void requireNew(IdKind kind, long[] ids);

        /** Fails a call that has waited to its deadline. */
        void expire(IdCall<?> call);
    }

    private final Owner owner;
    private final CallFailures failures;
    private final long timeoutNanos;
    private final List<IdCall<?>> calls;
    private final IdKind kind;
    private final Endpoint server;
    private final MonotonicCheck rising;
    private final int count;
    private final long askedNanos;
    private long nextDeadlineNanos;

    /**
     * @param timeoutNanos how long the answer may take
     * @param calls at least one, of one kind
     * @param server the server that gets it
     * @param rising the check for the ids of the connection
     * @param askedNanos the present time
     */
    IdBatchRequest(
            Owner owner,
            CallFailures failures,
            long timeoutNanos,
            List<IdCall<?>> calls,
            Endpoint server,
            MonotonicCheck rising,
            long askedNanos) {
        this.owner = owner;
        this.failures = failures;
        this.timeoutNanos = timeoutNanos;
        this.calls = calls;
        this.kind = calls.get(0).kind();
        this.server = server;
        this.rising = rising;
        this.count = calls.stream().mapToInt(IdCall::count).sum();
        this.askedNanos = askedNanos;
        // No deadline has passed by now.
        this.nextDeadlineNanos = calls.stream()
                        .mapToLong(call -> call.deadlineNanos() - askedNanos)
                        .min()
                        .orElseThrow()
                + askedNanos;
    }

    @Override
    public String line(String src, long msgId) {
        return kind.line(src, msgId, count);
    }

    @Override
    public int numbers() {
        return kind.width() * count;
    }

    @Override
    public int calls() {
        return calls.size();
    }

    @Override
    public long timeoutNanos() {
        return timeoutNanos + kind.waitNanos();
    }

    @Override
    public void answered(Answer answer) {
        if (answer.isError()) {
            refused(answer);
            return;
        }
        long[] ids = kind.read(answer, count, rising);
        owner.requireNew(kind, ids);
        server.succeeded();
        int from = 0;
        for (IdCall<?> call : calls) {
            call.deliver(ids, from, askedNanos);
            from += kind.width() * call.count();
        }
    }

    private void refused(Answer error) {
        int code = error.code();
        String text = error.text("text");
        if (kind.isRefusedAlone(error.reason())) {
            calls.forEach(call -> owner.askAnother(
                    call, server, failures.unavailable(server.server().toString(), text, error.reason())));
        } else if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            owner.putBack(calls);
            String cause = "error %s: %s".formatted(code, text);
            if (error.reason().equals(Optional.of(UnavailableReason.STANDBY))) {
                owner.standsBy(server, cause);
            } else {
                server.rest(cause, error.reason());
            }
        } else if (code == ErrorCode.MALFORMED_REQUEST.number() && calls.size() > 1) {
            owner.shrinkBelow(count);
            owner.putBack(calls);
        } else {
            calls.forEach(call ->
                    call.completeExceptionally(failures.refused(server.server().toString(), code, text)));
        }
    }

    @Override
    public void broken(String problem) {
        owner.putBack(calls);
    }

    @Override
    public void expire(long nowNanos) {
        if (nowNanos - nextDeadlineNanos < 0) {
            return;
        }
        // Calls that were put back may stand behind later ones: look at all of them.
        long next = Long.MAX_VALUE;
        for (IdCall<?> call : calls) {
            if (call.isOver(nowNanos)) {
                owner.expire(call);
            } else {
                next = Math.min(next, call.deadlineNanos() - nowNanos);
            }
        }
        nextDeadlineNanos = nowNanos + next;
    }
}
