package io.snowkeeper.spring.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.util.AccessPattern;
import io.snowkeeper.core.text.PublicIds;
import java.io.IOException;

/** A public id for Jackson 2: a text outside, a number inside. */
final class Jackson2PublicId {

    private Jackson2PublicId() {}

    static final class Writer extends StdScalarSerializer<Long> {

        private static final long serialVersionUID = 1L;

        private final transient PublicIds keys;

        Writer(PublicIds keys) {
            super(Long.class);
            this.keys = keys;
        }

        @Override
        public void serialize(Long id, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(keys.format(id));
        }
    }

    static final class Reader extends StdScalarDeserializer<Long> {

        private static final long serialVersionUID = 1L;

        private final transient PublicIds keys;

        /** Jackson's own, which handles null. */
        private final transient JsonDeserializer<?> numbers;

        Reader(PublicIds keys, Class<?> type) {
            super(type);
            this.keys = keys;
            numbers = NumberDeserializers.find(type, type.getName());
        }

        @Override
        public Long getNullValue(DeserializationContext context) throws JsonMappingException {
            return (Long) numbers.getNullValue(context);
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return numbers.getNullAccessPattern();
        }

        @Override
        public Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String text = in.getValueAsString("");
            try {
                return keys.parse(text);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(text, Long.class, String.valueOf(e.getMessage()));
            }
        }
    }
}
