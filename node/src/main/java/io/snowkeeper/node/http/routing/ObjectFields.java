package io.snowkeeper.node.http.routing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.sequence.FieldWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A writer of fields as an object of JSON, under the names and in the form that they have in the line protocol. */
public class ObjectFields implements FieldWriter {

    protected final ObjectNode body;

    /** @param body where the fields are added */
    protected ObjectFields(ObjectNode body) {
        this.body = body;
    }

    /** Returns a value as an object. */
    public static ObjectNode of(Consumer<FieldWriter> value) {
        ObjectFields fields = new ObjectFields(Json.object());
        value.accept(fields);
        return fields.body;
    }

    /** Returns a writer of an object that is one of a list. */
    protected ObjectFields within(ObjectNode object) {
        return new ObjectFields(object);
    }

    @Override
    public void number(String key, long value) {
        body.put(key, value);
    }

    @Override
    public void number(String key, OptionalLong value) {
        value.ifPresentOrElse(number -> body.put(key, number), () -> body.putNull(key));
    }

    @Override
    public void text(String key, String value) {
        body.put(key, value);
    }

    @Override
    public void text(String key, Optional<String> value) {
        body.put(key, value.orElse(null));
    }

    @Override
    public void numbers(String key, long[] values) {
        ArrayNode array = body.putArray(key);
        for (long value : values) {
            array.add(value);
        }
    }

    @Override
    public void texts(String key, List<String> values) {
        ArrayNode array = body.putArray(key);
        values.forEach(array::add);
    }

    @Override
    public <T> void objects(String key, List<T> values, BiConsumer<T, FieldWriter> writer) {
        ArrayNode array = body.putArray(key);
        values.forEach(value -> writer.accept(value, within(array.addObject())));
    }
}
