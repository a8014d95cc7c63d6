package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.store.AddedLater;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of an unconfirmed reservation's znode; the time it was made is the znode's.
 *
 * @param runs the numbers
 * @param key the key they were asked for with, null if there was none
 * @param subject who asked, null if nobody was known
 */
public record PendingRecord(
        List<NumberRange> runs,
        @Nullable String key,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String subject) {}
