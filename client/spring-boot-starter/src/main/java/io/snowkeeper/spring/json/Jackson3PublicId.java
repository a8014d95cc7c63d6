package io.snowkeeper.spring.json;

import io.snowkeeper.core.text.PublicIds;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ser.std.StdScalarSerializer;

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

        Reader(PublicIds keys) {
            super(Long.class);
            this.keys = keys;
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
