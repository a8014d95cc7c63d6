package io.snowkeeper.client.internal.dispatch;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.client.internal.connection.MonotonicCheck;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.UuidV7;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;
import java.util.Locale;

/**
 * Ids of 16 bytes.
 *
 * @param kind their kind
 */
record SortableIds(SortableKind kind) implements IdKind {

    SortableIds {
        requireNonNull(kind);
    }

    private static final int LONGS = 2;

    /** Returns the type of a request for them. */
    String type() {
        return kind == SortableKind.UUID_V7 ? "generate_uuid" : "generate_sortable";
    }

    @Override
    public String line(String src, long msgId, int count) {
        RequestLine line = new RequestLine(src, msgId, type());
        if (kind != SortableKind.UUID_V7) {
            line.with("unit", kind.name().toLowerCase(Locale.ROOT));
        }
        return line.with("count", count).end();
    }

    @Override
    public int width() {
        return LONGS;
    }

    /** {@inheritDoc} They rise within the answer: those of another kind, before or after, are not comparable. */
    @Override
    public long[] read(Answer answer, int count, MonotonicCheck rising) {
        answer.requireType(type() + "_ok");
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

    private SortableId parse(String text) {
        try {
            SortableId id = (kind == SortableKind.UUID_V7 ? SortableIdFormat.UUID : SortableIdFormat.HEX).parse(text);
            if (kind != SortableKind.UUID_V7 || UuidV7.isOne(id.toUuid())) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new InvalidAnswerException(
                kind == SortableKind.UUID_V7 ? "ids must be UUIDs of version 7" : "ids must have 32 hex digits each");
    }
}
