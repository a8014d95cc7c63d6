package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.MonotonicCheck;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.RequestLine;

/** Ids of 64 bits. */
enum SnowflakeIds implements IdKind {
    KIND;

    @Override
    public String line(String src, long msgId, int count) {
        return count == 1
                ? new RequestLine(src, msgId, "generate").end()
                : new RequestLine(src, msgId, "generate_batch")
                        .with("count", count)
                        .end();
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public long[] read(Answer answer, int count, MonotonicCheck rising) {
        long[] ids = idsOf(answer, count);
        rising.require(ids);
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
