package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.connection.RisingIds;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.Exchange;
import io.snowkeeper.core.ErrorCode;
import java.util.List;

/** Calls for ids of one kind that go to a server as one request. Each gets a part of the answer, and no part goes to two. */
final class IdOrder implements Exchange {

    private final IdLane lane;
    private final List<IdCall<?>> calls;
    private final IdKind kind;
    private final Endpoint server;
    private final RisingIds rising;
    private final int count;
    private final long askedNanos;
    private long nextDeadlineNanos;

    /**
     * @param calls at least one, of one kind
     * @param server who is asked
     * @param rising the check for the ids of the connection
     * @param askedNanos the present time
     */
    IdOrder(IdLane lane, List<IdCall<?>> calls, Endpoint server, RisingIds rising, long askedNanos) {
        this.lane = lane;
        this.calls = calls;
        this.kind = calls.get(0).kind();
        this.server = server;
        this.rising = rising;
        this.count = calls.stream().mapToInt(IdCall::count).sum();
        this.askedNanos = askedNanos;
        // Nobody's deadline has passed by now.
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
    public long timeoutNanos() {
        return lane.attemptNanos();
    }

    @Override
    public void answered(Answer answer) {
        if (answer.isError()) {
            refused(answer);
            return;
        }
        long[] ids = kind.read(answer, count, rising);
        lane.requireNew(ids);
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
        if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            lane.putBack(calls);
            server.rest("error %d: %s".formatted(code, text), error.reason());
        } else if (code == ErrorCode.MALFORMED_REQUEST.number() && calls.size() > 1) {
            lane.shrinkBelow(count);
            lane.putBack(calls);
        } else {
            calls.forEach(call -> call.completeExceptionally(
                    lane.failures().refused(server.address().toString(), code, text)));
        }
    }

    @Override
    public void broken(String problem) {
        lane.putBack(calls);
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
                lane.expire(call);
            } else {
                next = Math.min(next, call.deadlineNanos() - nowNanos);
            }
        }
        nextDeadlineNanos = nowNanos + next;
    }
}
