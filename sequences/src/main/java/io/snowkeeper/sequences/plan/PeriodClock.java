package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.ClockAgreement;
import io.snowkeeper.sequences.record.PeriodRecord;
import io.snowkeeper.sequences.record.Position;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The store's clock, as a node derives it from the answer to its last write and its own stopwatch. It alone determines
 * the day; but no other period begins as long as the node's clock does not agree with it. Used by the writer's thread
 * only.
 */
public final class PeriodClock {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** So long a turn relies on one comparison of the clocks. */
    private static final long COMPARED_NANOS = 1_000 * NANOS_PER_MILLI;

    private final BlockStock stock;
    private final ClockAgreement clocks;
    private final Environment time;
    private boolean known;

    /** The transaction of our last write. */
    private long written;

    private long storeMillis;
    private long sentNanos;
    private long answeredNanos;

    /**
     * @param stock the node's stock of the sequence, if it is of mode block
     * @param clocks the node's stopwatch, and how its clock is compared with the store's
     */
    public PeriodClock(BlockStock stock, ClockAgreement clocks) {
        this.stock = stock;
        this.clocks = clocks;
        this.time = clocks.environment();
    }

    /**
     * Notes that a write of ours was done, which shows the time.
     *
     * @param sent when it was sent, by the stopwatch
     */
    public void written(Position position, long sent) {
        known = true;
        written = position.written();
        storeMillis = position.writtenMillis();
        sentNanos = sent;
        answeredNanos = time.nanoTime();
        begin(position);
    }

    /**
     * Returns whether the state may be of a period that has ended, unnoticed since it was written before: then it has
     * to be written once more, which shows the time. After that it need not be for some time, whatever the clocks do.
     *
     * @param now whether the present time is needed, by clocks that agree
     */
    public boolean mustAsk(Position position, boolean now) {
        PeriodRecord periods = position.record().periods();
        if (periods == null) {
            return false;
        }
        long sinceNanos = time.nanoTime() - answeredNanos;
        long sinceMillis = sinceNanos / NANOS_PER_MILLI;
        PeriodRecord due = periods.at(position.writtenMillis());
        return !known
                || sinceMillis >= PeriodRecord.RELIED_MILLIS
                || (due.until() != null && storeMillis + sinceMillis >= due.until())
                || ((now || begins(due, periods)) && (position.written() != written || sinceNanos >= COMPARED_NANOS));
    }

    private static boolean begins(PeriodRecord due, PeriodRecord periods) {
        return !Objects.equals(due.current(), periods.current());
    }

    /**
     * Returns the refusal of commands that take numbers, if another period would begin with them and the clocks do not
     * agree; null if there is none. A period that has begun stays, so one server's clock is not enough for it.
     *
     * @param position one that {@link #mustAsk} does not want to be written again
     * @param now as in that call
     */
    public @Nullable SequenceUnavailableException refusal(String sequence, Position position, boolean now) {
        PeriodRecord periods = position.record().periods();
        if (periods == null || !(now || begins(periods.at(position.writtenMillis()), periods))) {
            return null;
        }
        return problem()
                .map(text -> new SequenceUnavailableException(
                        UnavailableReason.CLOCK_SKEW,
                        "sequence %s begins no other period by a clock that may be wrong: %s"
                                .formatted(sequence, text)))
                .orElse(null);
    }

    private Optional<String> problem() {
        return known ? clocks.problem(storeMillis, sentNanos, answeredNanos) : Optional.empty();
    }

    /** Moves the stock to the period that is due: its numbers of another one are given up. */
    public void begin(Position position) {
        PeriodRecord written = position.record().periods();
        PeriodRecord due = written == null ? null : written.at(position.writtenMillis());
        if (written == null || due == null || due.current() == null) {
            stock.begin(null);
            return;
        }
        if (begins(due, written) && (!known || problem().isPresent())) {
            // It stays unchanged, and is shut in time.
            return;
        }
        // A period that is not written yet has no numbers here; later ones are valid as long as is written with it.
        PeriodRecord promised = due.current().equals(written.current()) ? written : due;
        stock.begin(new PeriodGate(due.current(), shutsAt(promised)));
    }

    /** The written end counts: other nodes do not know the end that this node would write instead. */
    private long shutsAt(PeriodRecord written) {
        if (!known || written.until() == null) {
            return time.nanoTime();
        }
        // The store's time is no later than that of the answer, had it been given when the write was sent.
        long open = Math.min(written.until() - PeriodRecord.MARGIN_MILLIS - storeMillis, PeriodRecord.RELIED_MILLIS);
        return sentNanos + open * NANOS_PER_MILLI;
    }
}
