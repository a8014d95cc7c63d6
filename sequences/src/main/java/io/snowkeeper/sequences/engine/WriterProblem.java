package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.log.RepeatLimit;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.sequences.SequenceUnavailableException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The problem that keeps a writer from getting on, logged when it is new, and once a minute at the most, since every call meets a spoilt
 * record. Changed by the writer's thread only, read by any.
 */
final class WriterProblem {

    private static final Logger log = LoggerFactory.getLogger(WriterProblem.class);

    private final String sequence;
    private final RepeatLimit repeats;

    private volatile @Nullable Present present;

    /** The text of the present problem, once it was logged: one that was kept back is tried again. */
    private @Nullable String logged;

    /**
     * The present problem of a writer.
     *
     * @param reason why, for programs
     * @param text why, for people
     */
    record Present(UnavailableReason reason, String text) {}

    /** The denial that was logged last, null since a write was done: reads may be let in where writes are not. */
    private @Nullable String denial;

    /** @param nanoTime a stopwatch */
    WriterProblem(String sequence, LongSupplier nanoTime) {
        this.sequence = sequence;
        this.repeats = new RepeatLimit(nanoTime);
    }

    @Nullable
    Present present() {
        return present;
    }

    void report(Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        if (cause instanceof SequenceUnavailableException denied) {
            logRefusal(denied);
        } else if (cause instanceof NoAnswerException) {
            log.debug("sequence {}: {}", sequence, reason);
        } else if (!reason.equals(logged)) {
            repeats.admit(reason).ifPresent(skipped -> {
                log.error("sequence {}: {}{}", sequence, reason, RepeatLimit.timesMore(skipped), cause);
                logged = reason;
            });
        }
        present = new Present(reasonOf(cause), reason);
    }

    /** Logs a refusal that does not keep the whole writer. */
    void logRefusal(SequenceUnavailableException denied) {
        String reason = String.valueOf(denied.getMessage());
        if (!reason.equals(denial)) {
            repeats.admit(reason)
                    .ifPresentOrElse(
                            skipped -> {
                                log.warn("sequence {}: {}{}", sequence, reason, RepeatLimit.timesMore(skipped));
                                denial = reason;
                            },
                            () -> denial = null);
        }
    }

    /**
     * Logs that records differ from the state, which only a change by hand causes, and returns the exception for calls.
     */
    SequenceUnavailableException inconsistent(String reason) {
        repeats.admit(reason)
                .ifPresent(skipped -> log.error(
                        "sequence {}: its znodes are not as its state says: {}{}",
                        sequence,
                        reason,
                        RepeatLimit.timesMore(skipped)));
        return new SequenceUnavailableException(
                "sequence %s cannot be written, its znodes are not as its state says: %s".formatted(sequence, reason));
    }

    private static UnavailableReason reasonOf(Throwable cause) {
        if (cause instanceof SequenceUnavailableException unavailable) {
            return unavailable.reason();
        }
        return cause instanceof NoAnswerException silence ? silence.reason() : UnavailableReason.SEQUENCE_UNAVAILABLE;
    }

    void wasRead() {
        present = null;
        logged = null;
    }

    void wasWritten() {
        present = null;
        logged = null;
        denial = null;
    }
}
