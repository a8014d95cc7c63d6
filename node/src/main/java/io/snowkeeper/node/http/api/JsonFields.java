package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.AnswerFields;
import io.snowkeeper.node.service.message.IdFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** A writer of an answer's fields as an object of JSON, under the names that they have in the line protocol. */
final class JsonFields implements AnswerFields {

    private final ObjectNode body;

    /** @param body where the fields are added */
    JsonFields(ObjectNode body) {
        this.body = body;
    }

    static ObjectNode of(Answer answer) {
        JsonFields fields = new JsonFields(Json.object());
        answer.writeTo(fields);
        return fields.body;
    }

    @Override
    public void number(String key, long value) {
        body.put(key, value);
    }

    @Override
    public void number(String key, OptionalLong value) {
        if (value.isPresent()) {
            body.put(key, value.getAsLong());
        } else {
            body.putNull(key);
        }
    }

    @Override
    public void text(String key, String value) {
        body.put(key, value);
    }

    @Override
    public void text(String key, Optional<String> value) {
        value.ifPresentOrElse(text -> body.put(key, text), () -> body.putNull(key));
    }

    @Override
    public void texts(String key, List<String> values) {
        ArrayNode array = body.putArray(key);
        values.forEach(array::add);
    }

    @Override
    public <T> void objects(String key, List<T> values, BiConsumer<AnswerFields, T> writer) {
        ArrayNode array = body.putArray(key);
        values.forEach(value -> writer.accept(new JsonFields(array.addObject()), value));
    }

    @Override
    public void sortableIds(String key, List<SortableId> ids, SortableIdFormat format) {
        ArrayNode array = body.putArray(key);
        ids.forEach(id -> array.add(format.format(id)));
    }

    @Override
    public void flag(String key, boolean value) {
        body.put(key, value);
    }

    @Override
    public void id(String key, long id, IdFormat format) {
        if (format == IdFormat.STRING) {
            body.put(key, Long.toString(id));
        } else {
            body.put(key, id);
        }
    }

    @Override
    public void ids(String key, long[] ids, IdFormat format) {
        ArrayNode array = body.putArray(key);
        for (long id : ids) {
            add(array, id, format);
        }
    }

    @Override
    public void ids(String key, IdRuns ids, IdFormat format) {
        ids(key, ids.toArray(), format);
    }

    private static void add(ArrayNode array, long id, IdFormat format) {
        if (format == IdFormat.STRING) {
            array.add(Long.toString(id));
        } else {
            array.add(id);
        }
    }
}
