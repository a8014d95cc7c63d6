package io.snowkeeper.spring.json;

import io.snowkeeper.core.text.PublicIds;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.util.AccessPattern;

/** A public id for Jackson 3: a text outside, a number inside. */
final class Jackson3PublicId {

    private Jackson3PublicId() {}

    static final class Writer extends StdScalarSerializer<Long> {

        private static final long serialVersionUID = 1L;

        private final transient PublicIds keys;

        Writer(PublicIds keys) {
            super(Long.class);
            this.keys = keys;
        }

        @Override
        public void serialize(Long id, JsonGenerator out, SerializationContext provider) {
            out.writeString(keys.format(id));
        }
    }

    static final class Reader extends StdScalarDeserializer<Long> {

        private static final long serialVersionUID = 1L;

        private final transient PublicIds keys;

        /** Jackson's own, which handles null. */
        private final transient ValueDeserializer<?> numbers;

        Reader(PublicIds keys, Class<?> type) {
            super(type);
            this.keys = keys;
            numbers = NumberDeserializers.find(type);
        }

        @Override
        public Long getNullValue(DeserializationContext context) {
            return (Long) numbers.getNullValue(context);
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return numbers.getNullAccessPattern();
        }

        @Override
        public Long deserialize(JsonParser in, DeserializationContext context) {
            String text = in.getValueAsString("");
            try {
                return keys.parse(text);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(text, Long.class, String.valueOf(e.getMessage()));
            }
        }
    }
}
