package io.snowkeeper.coordinator.zookeeper.sequence;

import org.jspecify.annotations.Nullable;

/**
 * Payload of a name's znode.
 *
 * @param incarnation the sequence that has the name, null if it was deleted
 */
record NameRecord(@Nullable String incarnation) {}
