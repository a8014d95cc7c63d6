package io.snowkeeper.coordinator.sequence.record;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of an unconfirmed reservation's znode; the time it was made is the znode's.
 *
 * @param runs the numbers
 * @param key the key they were asked for with, null if there was none
 */
public record PendingRecord(
        List<NumberRange> runs, @Nullable String key) {}
