package io.snowkeeper.sequences.record;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import java.util.List;

/**
 * Payload of an incarnation's znode: how the sequence was created; never changed.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2
 * {"numbering":{"mode":"ORDERED","step":{"size":1,"offset":0}},"ranges":[{"from":1,"to":999999}],
 * "options":{"minBlock":100,"maxBlock":100000,"term":{"millis":60000,"atExpiry":"HOLD"},"keyRetentionMillis":600000,"maxKeys":100000,
 * "maxPending":100000,"formerFormats":[]}}
 * }</pre>
 *
 * @param numbering its mode, periods and step
 * @param ranges the ranges that it began with, by places
 * @param options the options that it began with
 */
public record CreationRecord(Numbering numbering, List<NumberRange> ranges, OptionsRecord options) {

    public CreationRecord {
        ranges = List.copyOf(ranges);
    }

    public static CreationRecord of(SequenceDefinition definition) {
        return new CreationRecord(
                Numbering.of(definition), definition.places(), OptionsRecord.of(definition.options()));
    }

    /** Returns whether a sequence was created so. */
    public boolean isOf(SequenceDefinition definition) {
        return equals(of(definition));
    }
}
