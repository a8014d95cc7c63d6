package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of an unconfirmed reservation's znode; the time it was made is the znode's.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/pending/0/43
 * {"runs":[{"from":41,"to":41}],"key":"order-4711","subject":"billing","writer":"2j4x0"}
 * }</pre>
 *
 * @param runs the numbers
 * @param key the key they were asked for with, null if there was none
 * @param subject the caller that reserved it, null if unknown
 * @param writer the writer that has made it, by {@link ReservationToken#writer()}
 */
public record PendingRecord(
        List<NumberRange> runs,
        @Nullable String key,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String subject,

        String writer) {

    /** Returns the reservation's name. */
    public ReservationToken token(String incarnation, long number) {
        return new ReservationToken(incarnation, number, writer);
    }
}
