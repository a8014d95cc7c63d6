package io.snowkeeper.coordinator.sequence.record;

import org.jspecify.annotations.Nullable;

/**
 * Payload of a name's znode.
 *
 * @param incarnation the sequence that has the name, null if it was deleted
 */
public record NameRecord(@Nullable String incarnation) {}
