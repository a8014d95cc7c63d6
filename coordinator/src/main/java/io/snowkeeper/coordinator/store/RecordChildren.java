package io.snowkeeper.coordinator.store;

import java.util.List;

/**
 * The children of a record.
 *
 * @param stamp the stamp of the record itself
 * @param names their names, in no order
 */
public record RecordChildren(RecordStamp stamp, List<String> names) {}
