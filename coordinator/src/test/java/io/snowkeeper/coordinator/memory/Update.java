package io.snowkeeper.coordinator.memory;

import org.jspecify.annotations.Nullable;

/**
 * The change that a transaction makes to one record.
 *
 * @param node null if it is gone
 * @param seen whether watches of the record report it: not where only the children changed
 * @param ofChildren whether it has other children than before
 */
record Update(String path, @Nullable Node node, boolean seen, boolean ofChildren) {}
