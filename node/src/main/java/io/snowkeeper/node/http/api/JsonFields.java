package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.ObjectFields;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.AnswerFields;
import io.snowkeeper.node.service.message.IdFormat;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** A writer of an answer's fields as an object of JSON, as HTTP has it: a range is an object, a time a text, and numbers may be strings. */
final class JsonFields extends ObjectFields implements AnswerFields {

    private final IdFormat format;

    private JsonFields(ObjectNode body, IdFormat format) {
        super(body);
        this.format = format;
    }

    static ObjectNode of(Answer answer) {
        return of(answer::writeTo, IdFormat.NUMBER);
    }

    /** @param format how numbers of sequences are written, and counts of them; counts of other things are numbers always */
    static ObjectNode of(Consumer<? super JsonFields> value, IdFormat format) {
        JsonFields fields = new JsonFields(Json.object(), format);
        value.accept(fields);
        return fields.body;
    }

    @Override
    public void large(String key, long value) {
        id(key, value, format);
    }

    @Override
    public void large(String key, OptionalLong value) {
        value.ifPresentOrElse(number -> large(key, number), () -> body.putNull(key));
    }

    @Override
    public void ranges(List<NumberRange> ranges) {
        objects("ranges", ranges, (range, fields) -> {
            fields.large("from", range.from());
            fields.large("to", range.to());
        });
    }

    @Override
    public void time(String key, Instant time) {
        text(key, time.toString());
    }

    @Override
    public void share(String key, DoubleSupplier share) {
        body.put(key, share.getAsDouble());
    }

    @Override
    protected ObjectFields within(ObjectNode object) {
        return new JsonFields(object, format);
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
