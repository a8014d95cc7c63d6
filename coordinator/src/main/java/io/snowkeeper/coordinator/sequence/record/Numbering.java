package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a sequence is numbered: its mode, and its periods. With periods it is written in another form than a mode: a node of a version
 * that knows none cannot read it, and so leaves the sequence alone.
 *
 * @param periods null if it counts once
 */
@JsonDeserialize(using = Numbering.Reader.class)
record Numbering(SequenceMode mode, @Nullable PeriodRecord periods) {

    /** The form with periods. */
    record WithPeriods(SequenceMode mode, PeriodRecord periods) {}

    static Numbering of(SequenceDefinition definition) {
        return new Numbering(
                definition.mode(), definition.periods().map(PeriodRecord::of).orElse(null));
    }

    @JsonValue
    Object payload() {
        return periods == null ? mode : new WithPeriods(mode, periods);
    }

    static final class Reader extends StdDeserializer<Numbering> {

        private static final long serialVersionUID = 1L;

        Reader() {
            super(Numbering.class);
        }

        @Override
        public Numbering deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                WithPeriods read = context.readValue(parser, WithPeriods.class);
                return new Numbering(read.mode(), read.periods());
            }
            return new Numbering(context.readValue(parser, SequenceMode.class), null);
        }
    }
}
