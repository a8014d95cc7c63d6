package io.snowkeeper.client.internal.dispatch;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.client.internal.connection.MonotonicCheck;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;
import java.util.Locale;

/**
 * Ids of 16 bytes.
 *
 * @param unit what their time is counted in
 */
record SortableIds(SortableUnit unit) implements IdKind {

    SortableIds {
        requireNonNull(unit);
    }

    private static final int LONGS = 2;

    @Override
    public String line(String src, long msgId, int count) {
        return new RequestLine(src, msgId, "generate_sortable")
                .with("unit", unit.name().toLowerCase(Locale.ROOT))
                .with("count", count)
                .end();
    }

    @Override
    public int width() {
        return LONGS;
    }

    /** {@inheritDoc} They rise within the answer: those of another unit, before or after, are not comparable. */
    @Override
    public long[] read(Answer answer, int count, MonotonicCheck rising) {
        answer.requireType("generate_sortable_ok");
        List<String> texts = answer.texts("ids", count);
        long[] longs = new long[LONGS * count];
        SortableId last = null;
        for (int i = 0; i < count; i++) {
            SortableId id = parse(texts.get(i));
            if (last != null && id.compareTo(last) <= 0) {
                throw new InvalidAnswerException("ids must rise: %s comes after %s".formatted(id, last));
            }
            longs[LONGS * i] = id.high();
            longs[LONGS * i + 1] = id.low();
            last = id;
        }
        return longs;
    }

    private static SortableId parse(String text) {
        try {
            return SortableIdFormat.HEX.parse(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidAnswerException("ids must have 32 hex digits each");
        }
    }
}
