package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.store.AddedLater;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of an incarnation's znode: how the sequence was created, whatever has become of it since.
 *
 * @param numbering its mode, periods and step
 * @param ranges the ranges that it began with, by places
 * @param options the options that it began with
 * @param atExpiry what was to become of its reservations; null if it has none, or was made by a version that could not be told
 */
public record CreationRecord(
        @JsonProperty("mode") Numbering numbering,
        List<NumberRange> ranges,
        OptionsRecord options,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        AtExpiry atExpiry) {

    public CreationRecord {
        ranges = List.copyOf(ranges);
    }

    public static CreationRecord of(SequenceDefinition definition) {
        return new CreationRecord(
                Numbering.of(definition),
                definition.places(),
                OptionsRecord.of(definition.mode(), definition.options()),
                definition.mode() == SequenceMode.GAPLESS ? definition.options().atExpiry() : null);
    }

    /** Returns whether its version could be told what becomes of reservations, where there are any. */
    public boolean tellsAtExpiry() {
        return numbering.mode() != SequenceMode.GAPLESS || atExpiry != null;
    }

    /** Returns whether a sequence was created so; what becomes of reservations counts if its version could be told. */
    public boolean isOf(SequenceDefinition definition) {
        CreationRecord wanted = of(definition);
        return equals(tellsAtExpiry() ? wanted : wanted.asOfFormerVersion());
    }

    private CreationRecord asOfFormerVersion() {
        return new CreationRecord(numbering, ranges, options.returning(), null);
    }
}
