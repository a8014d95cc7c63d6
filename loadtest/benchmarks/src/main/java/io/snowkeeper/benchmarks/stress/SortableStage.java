package io.snowkeeper.benchmarks.stress;

import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.sortable.MonotonicSequencer;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.TimedCount;

/** A sequencer on a clock that a race moves, and its counts in a form that fits into a table of outcomes. */
final class SortableStage extends ClockedStage {

    /** 256 counters a millisecond. */
    private static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.MILLISECOND, 8, 1, 7);

    private static final long START = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    final MonotonicSequencer sequencer;
    private volatile long nanos;
    private long taken;

    SortableStage() {
        super(START);
        sequencer = new MonotonicSequencer(LAYOUT, new MonotonicClock(() -> START, () -> nanos), reservation);
    }

    /** Returns a stage on which two counters of the tick are left: 0 and 1 are those. */
    static SortableStage withTwoLeft() {
        SortableStage stage = new SortableStage();
        long used = LAYOUT.maxCounter() - 1;
        for (int i = 0; i < used; i++) {
            stage.sequencer.next();
        }
        stage.taken = used;
        return stage;
    }

    @Override
    void tick() {
        nanos = NANOS_PER_MILLI;
    }

    @Override
    int next() {
        return shorten(sequencer.next());
    }

    /** Returns a count as ticks since the start times 10 plus its counter: 11 is the second one of the next tick. */
    int shorten(TimedCount count) {
        long tick = count.time() - START;
        return (int) (tick * 10 + count.counter() - (tick == 0 ? taken : 0));
    }

    @Override
    int close() {
        return (int) (sequencer.close() - START);
    }
}
