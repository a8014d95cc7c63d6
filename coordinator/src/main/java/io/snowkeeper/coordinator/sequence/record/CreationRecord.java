package io.snowkeeper.coordinator.sequence.record;

import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;

/**
 * Payload of an incarnation's znode: how the sequence was created, whatever has become of it since.
 *
 * @param ranges the ranges that it began with
 * @param options the options that it began with
 */
public record CreationRecord(SequenceMode mode, List<NumberRange> ranges, OptionsRecord options) {

    public CreationRecord {
        ranges = List.copyOf(ranges);
    }

    public static CreationRecord of(SequenceDefinition definition) {
        return new CreationRecord(
                definition.mode(), definition.ranges(), OptionsRecord.of(definition.mode(), definition.options()));
    }
}
