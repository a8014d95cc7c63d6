package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.sequences.Grant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a key's znode.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/keys/17/ab04e1…
 * {"key":"order-4711","runs":[{"from":41,"to":41}],"reservation":"53l00uxqj2b7zuz2-43-2j4x0","keepMillis":604800000,"period":"2026-11"}
 * }</pre>
 *
 * @param key the key itself: a znode that has another one's is not believed
 * @param runs the numbers it got, by places
 * @param reservation the reservation they are under, null if there is none
 * @param keepMillis how long it was promised to be known, from the znode's creation
 * @param period the period that they are of, null if the sequence has none
 */
public record KeyRecord(
        String key,
        List<NumberRange> runs,
        @Nullable String reservation,
        long keepMillis,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String period) {

    /** Returns the grant of the key, by the sequence's step. */
    public Grant toGrant(NumberStep step) {
        return new Grant(
                runs,
                Optional.ofNullable(reservation),
                Optional.ofNullable(period).map(Period::parse),
                step);
    }
}
