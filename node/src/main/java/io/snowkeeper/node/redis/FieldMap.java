package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.core.sequence.FieldWriter;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.redis.codec.MapMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import io.snowkeeper.node.service.message.AnswerFields;
import io.snowkeeper.node.service.message.IdFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** An answer's fields as a map. Not thread-safe. */
final class FieldMap implements AnswerFields {

    private final Map<String, RedisMessage> entries = new LinkedHashMap<>();

    RedisMessage message() {
        return new MapMessage(entries);
    }

    private void add(String key, RedisMessage value) {
        entries.put(key, value);
    }

    @Override
    public void number(String key, long value) {
        add(key, Messages.number(value));
    }

    @Override
    public void number(String key, OptionalLong value) {
        add(key, value.isPresent() ? Messages.number(value.getAsLong()) : NullMessage.NULL);
    }

    @Override
    public void text(String key, String value) {
        add(key, Messages.text(value));
    }

    @Override
    public void text(String key, Optional<String> value) {
        add(key, value.map(Messages::text).orElse(NullMessage.NULL));
    }

    @Override
    public void texts(String key, List<String> values) {
        add(key, Messages.array(values.stream().map(Messages::text).toList()));
    }

    @Override
    public <T> void objects(String key, List<T> values, BiConsumer<T, FieldWriter> writer) {
        List<RedisMessage> maps = new ArrayList<>(values.size());
        for (T value : values) {
            FieldMap fields = new FieldMap();
            writer.accept(value, fields);
            maps.add(fields.message());
        }
        add(key, Messages.array(maps));
    }

    @Override
    public void sortableIds(String key, List<SortableId> ids, SortableIdFormat format) {
        texts(key, ids.stream().map(format::format).toList());
    }

    /** RESP2's form: RESP3's own truth values would be another type to the same client. */
    @Override
    public void flag(String key, boolean value) {
        number(key, value ? 1 : 0);
    }

    @Override
    public void id(String key, long id, IdFormat format) {
        add(key, format == IdFormat.STRING ? Messages.text(Long.toString(id)) : Messages.number(id));
    }

    @Override
    public void ids(String key, long[] ids, IdFormat format) {
        add(key, Messages.array(Arrays.stream(ids).mapToObj(Messages::number).toList()));
    }

    @Override
    public void ids(String key, IdRuns ids, IdFormat format) {
        ids(key, ids.toArray(), format);
    }
}
