package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What keeps a lane from getting on, logged when it is new. Changed by the lane's thread only, read by any. */
final class LaneObstacle {

    private static final Logger log = LoggerFactory.getLogger(LaneObstacle.class);

    private final String sequence;

    private volatile @Nullable String present;

    /** The denial that was logged last, null since a write was done: reads may be let in where writes are not. */
    private @Nullable String denial;

    LaneObstacle(String sequence) {
        this.sequence = sequence;
    }

    @Nullable
    String present() {
        return present;
    }

    void met(@Nullable Throwable cause) {
        String reason = cause == null ? "no answer" : String.valueOf(cause.getMessage());
        if (cause instanceof SequenceUnavailableException denied) {
            note(denied);
        } else if (cause instanceof NoAnswerException) {
            log.debug("sequence {}: {}", sequence, reason);
        } else if (!reason.equals(present)) {
            log.error("sequence {}: {}", sequence, reason, cause);
        }
        present = reason;
    }

    /** Logs a denial that does not keep the whole lane. */
    void note(SequenceUnavailableException denied) {
        String reason = String.valueOf(denied.getMessage());
        if (!reason.equals(denial)) {
            log.warn("sequence {}: {}", sequence, reason);
        }
        denial = reason;
    }

    void wasRead() {
        present = null;
    }

    void wasWritten() {
        present = null;
        denial = null;
    }
}
