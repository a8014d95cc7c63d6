package io.snowkeeper.sequences.record;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a sequence is numbered: {@code {"mode":"ORDERED","step":{"size":1,"offset":0}}}.
 *
 * @param step the relation of numbers to places: all records but the registry of ranges have places
 * @param periods null if it counts once
 */
record Numbering(
        SequenceMode mode,
        NumberStep step,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PeriodRecord periods) {

    Numbering {
        requireNonNull(mode, "mode is null");
        requireNonNull(step, "step is null");
    }

    static Numbering of(SequenceDefinition definition) {
        return new Numbering(
                definition.mode(),
                definition.numberStep(),
                definition.periods().map(PeriodRecord::of).orElse(null));
    }

    Numbering with(PeriodRecord newPeriods) {
        return new Numbering(mode, step, newPeriods);
    }
}
