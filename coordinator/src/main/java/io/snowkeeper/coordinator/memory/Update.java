package io.snowkeeper.coordinator.memory;

import org.jspecify.annotations.Nullable;

/**
 * What a transaction has made of one record.
 *
 * @param node null if it is gone
 * @param seen whether watches tell of it: not where only the children are others
 */
record Update(String path, @Nullable Node node, boolean seen) {}
