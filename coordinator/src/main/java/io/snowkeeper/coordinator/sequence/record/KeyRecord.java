package io.snowkeeper.coordinator.sequence.record;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a key's znode.
 *
 * @param key the key itself: a znode that has another one's is not believed
 * @param runs the numbers it got
 * @param reservation the reservation they are under, null if there is none
 * @param keepMillis how long it was promised to be known, from the znode's creation
 */
public record KeyRecord(
        String key, List<NumberRange> runs, @Nullable String reservation, long keepMillis) {

    public Grant toGrant() {
        return new Grant(runs, Optional.ofNullable(reservation));
    }
}
