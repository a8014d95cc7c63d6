package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.store.AddedLater;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Payload of an unconfirmed reservation's znode; the time it was made is the znode's.
 *
 * @param runs the numbers
 * @param key the key they were asked for with, null if there was none
 * @param subject who asked, null if nobody was known
 * @param writer the writer that has made it, by {@link ReservationToken#writer()}; null if that is empty
 */
public record PendingRecord(
        List<NumberRange> runs,
        @Nullable String key,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String subject,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String writer) {

    /** Of a version that did not tell the writer. */
    public PendingRecord(List<NumberRange> runs, @Nullable String key, @Nullable String subject) {
        this(runs, key, subject, null);
    }

    /** Returns the reservation's name. */
    public ReservationToken token(String incarnation, long number) {
        return new ReservationToken(incarnation, number, Objects.requireNonNullElse(writer, ""));
    }
}
