package io.snowkeeper.coordinator.memory;

import org.jspecify.annotations.Nullable;

/**
 * The change that a transaction makes to one record.
 *
 * @param node null if it is gone
 * @param seen whether watches tell of it: not where only the children are others
 */
record Update(String path, @Nullable Node node, boolean seen) {}
