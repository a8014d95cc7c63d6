package io.snowkeeper.coordinator.sequence.record;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceMode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a sequence is numbered: its mode, its periods, and its step. With periods it is written in another form than a mode, and with
 * a step in yet another one: a node of a version that does not know it cannot read it, and so leaves the sequence alone.
 *
 * @param periods null if it counts once
 * @param step by which all that is written of the sequence's numbers, but for the registry of ranges, tells their places
 */
@JsonDeserialize(using = Numbering.Reader.class)
record Numbering(SequenceMode mode, @Nullable PeriodRecord periods, NumberStep step) {

    Numbering {
        requireNonNull(mode, "mode is null");
    }

    /** The form with periods. */
    record WithPeriods(SequenceMode mode, PeriodRecord periods) {}

    /**
     * The form with a step, whatever else there is. Without the fields that the form with periods has, it is none of that to a version that
     * passes over what it does not know.
     *
     * @param of the numbering as it is but for the step
     */
    record WithStep(long step, long offset, Numbering of) {}

    static Numbering of(SequenceDefinition definition) {
        return new Numbering(
                definition.mode(), definition.periods().map(PeriodRecord::of).orElse(null), definition.numberStep());
    }

    Numbering with(PeriodRecord newPeriods) {
        return new Numbering(mode, newPeriods, step);
    }

    @JsonValue
    Object payload() {
        if (!step.isOne()) {
            return new WithStep(step.size(), step.offset(), new Numbering(mode, periods, NumberStep.ONE));
        }
        return periods == null ? mode : new WithPeriods(mode, periods);
    }

    static final class Reader extends StdDeserializer<Numbering> {

        private static final long serialVersionUID = 1L;

        Reader() {
            super(Numbering.class);
        }

        @Override
        public Numbering deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                return new Numbering(context.readValue(parser, SequenceMode.class), null, NumberStep.ONE);
            }
            JsonNode object = context.readTree(parser);
            if (object.has("step")) {
                WithStep read = context.readTreeAsValue(object, WithStep.class);
                return new Numbering(read.of().mode(), read.of().periods(), new NumberStep(read.step(), read.offset()));
            }
            WithPeriods read = context.readTreeAsValue(object, WithPeriods.class);
            return new Numbering(read.mode(), read.periods(), NumberStep.ONE);
        }
    }
}
