package io.snowkeeper.coordinator.store;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.ValueInstantiators;
import com.fasterxml.jackson.databind.deser.impl.PropertyValueBuffer;
import com.fasterxml.jackson.databind.deser.std.StdValueInstantiator;
import io.snowkeeper.coordinator.payload.UnknownFields;
import java.io.IOException;

/**
 * The makers of payloads that take a field which says by {@link JsonInclude} when it is left out for null where it is missing, and do
 * not miss {@linkplain UnknownFields unknown fields} where there are none.
 */
final class LenientInstantiators extends ValueInstantiators.Base {

    @Override
    public ValueInstantiator findValueInstantiator(
            DeserializationConfig config, BeanDescription type, ValueInstantiator usual) {
        return usual instanceof StdValueInstantiator standard ? new Lenient(standard) : usual;
    }

    private static final class Lenient extends StdValueInstantiator {

        private static final long serialVersionUID = 1L;

        Lenient(StdValueInstantiator usual) {
            super(usual);
        }

        @Override
        public Object createFromObjectWith(
                DeserializationContext context, SettableBeanProperty[] fields, PropertyValueBuffer values)
                throws IOException {
            for (SettableBeanProperty field : fields) {
                if (isLeftOut(field, values)) {
                    values.assignParameter(field, null);
                }
            }
            return super.createFromObjectWith(context, fields, values);
        }

        private static boolean isLeftOut(SettableBeanProperty field, PropertyValueBuffer values) {
            // For unknown fields, hasParameter says that they are there. They come after this, if there are any.
            return field.getAnnotation(JsonAnySetter.class) != null
                    || (field.getAnnotation(JsonInclude.class) != null && !values.hasParameter(field));
        }
    }
}
