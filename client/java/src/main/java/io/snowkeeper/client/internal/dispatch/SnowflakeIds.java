package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.MonotonicCheck;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Ids of 64 bits.
 *
 * @param after the id that they have to be larger than, empty for any
 */
record SnowflakeIds(OptionalLong after) implements IdKind {

    /** 250 ms, and a tick of a second. */
    private static final long AFTER_NANOS = 1_250_000_000;

    static final SnowflakeIds ANY = new SnowflakeIds(OptionalLong.empty());

    @Override
    public String line(String src, long msgId, int count) {
        RequestLine line = new RequestLine(src, msgId, count == 1 ? "generate" : "generate_batch");
        if (count > 1) {
            line.with("count", count);
        }
        if (after.isPresent()) {
            line.with("after", after.getAsLong());
        }
        return line.end();
    }

    /** {@inheritDoc} It waits for its clock, and for the end of the other id's tick. */
    @Override
    public long waitNanos() {
        return after.isPresent() ? AFTER_NANOS : 0;
    }

    /** {@inheritDoc} A server whose clock is behind the other id. */
    @Override
    public boolean isRefusedAlone(Optional<UnavailableReason> reason) {
        return after.isPresent() && reason.equals(Optional.of(UnavailableReason.ID_AHEAD));
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public long[] read(Answer answer, int count, MonotonicCheck rising) {
        long[] ids = idsOf(answer, count);
        rising.require(ids);
        if (after.isPresent() && ids[0] <= after.getAsLong()) {
            throw new InvalidAnswerException("ids must be > %s: id=%s".formatted(after.getAsLong(), ids[0]));
        }
        return ids;
    }

    private static long[] idsOf(Answer answer, int count) {
        if (count == 1) {
            answer.requireType("generate_ok");
            return new long[] {answer.number("id")};
        }
        answer.requireType("generate_batch_ok");
        return answer.numbers("ids", count);
    }
}
