package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.coordinator.sequence.record.PeriodRecord;
import io.snowkeeper.coordinator.sequence.record.Position;
import java.util.function.LongSupplier;

/**
 * The store's clock, as a node reckons it from what its last write was answered and by its own stopwatch. No clock of a node is asked what day it is.
 * Used by the writer's thread only.
 */
public final class PeriodClock {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final BlockStock stock;
    private final LongSupplier nanoTime;
    private boolean known;
    private long storeMillis;
    private long sentNanos;
    private long answeredNanos;

    /**
     * @param stock what a node keeps of the sequence, if it is of mode block
     * @param nanoTime the node's stopwatch
     */
    public PeriodClock(BlockStock stock, LongSupplier nanoTime) {
        this.stock = stock;
        this.nanoTime = nanoTime;
    }

    /**
     * Notes that a write of ours was done, which tells what time it was.
     *
     * @param sent when it was sent, by the stopwatch
     */
    public void written(Position position, long sent) {
        known = true;
        storeMillis = position.writtenMillis();
        sentNanos = sent;
        answeredNanos = nanoTime.getAsLong();
        begin(position);
    }

    /**
     * Returns whether the state may be of a period that has ended, and does not say so, since it was written before: then it is to be written once
     * more, which tells the time. After that it is not to be for some time, whatever the clocks do.
     */
    public boolean mustAsk(Position position) {
        PeriodRecord periods = position.record().periods();
        if (periods == null) {
            return false;
        }
        long sinceMillis = (nanoTime.getAsLong() - answeredNanos) / NANOS_PER_MILLI;
        Long until = periods.at(position.writtenMillis()).until();
        return !known
                || sinceMillis >= PeriodRecord.RELIED_MILLIS
                || (until != null && storeMillis + sinceMillis >= until);
    }

    /** Has the stock be of the period that is due: what it has of another one is given up. */
    public void begin(Position position) {
        PeriodRecord written = position.record().periods();
        PeriodRecord due = written == null ? null : written.at(position.writtenMillis());
        if (written == null || due == null || due.current() == null) {
            stock.begin(null);
            return;
        }
        // There is nothing of a period that is not written yet; what there will be of it is for as long as is written
        // with it.
        PeriodRecord promised = due.current().equals(written.current()) ? written : due;
        stock.begin(new PeriodGate(due.current(), shutsAt(promised)));
    }

    /** As the end is written: to what this node would write instead, no other one keeps. */
    private long shutsAt(PeriodRecord written) {
        if (!known || written.until() == null) {
            return nanoTime.getAsLong();
        }
        // The store's time is no later than that of the answer, had it been given when the write was sent.
        long open = Math.min(written.until() - PeriodRecord.MARGIN_MILLIS - storeMillis, PeriodRecord.RELIED_MILLIS);
        return sentNanos + open * NANOS_PER_MILLI;
    }
}
