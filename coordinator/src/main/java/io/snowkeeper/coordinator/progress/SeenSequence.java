package io.snowkeeper.coordinator.progress;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.store.RecordStamp;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as a node has seen it.
 *
 * @param progress how far it was
 * @param total how many numbers its ranges had
 * @param written the write that has left it so
 * @param restored when the last restore of ZooKeeper's data before that was found, null if there was none
 */
public record SeenSequence(
        SequenceProgress progress,
        long total,
        RecordStamp.Write written,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant restored) {

    public SeenSequence {
        requireNonNull(progress, "progress");
        requireNonNull(written, "written");
    }

    public String sequence() {
        return progress.sequence();
    }

    public long taken() {
        return progress.taken();
    }

    /** Returns whether both count the same numbers, of the same data. */
    public boolean isOfSame(SeenSequence other) {
        return progress.isOfSame(other.progress) && Objects.equals(restored, other.restored);
    }

    /** Returns it as if more numbers were taken, as many as there are at the most. */
    public SeenSequence ahead(long taken) {
        return new SeenSequence(
                progress.withTaken(Math.max(progress.taken(), Math.min(total, taken))), total, written, restored);
    }
}
