package io.snowkeeper.benchmarks.stress;

import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.sortable.MonotonicSequencer;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.TimedCount;

/** A sequencer of sortable ids under test. */
final class SortableSubject extends Subject {

    /** 256 counters a millisecond. */
    private static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.MILLISECOND, 8, 1, 7);

    private static final long START = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final MonotonicSequencer sequencer;
    private volatile long nanos;
    private long taken;

    SortableSubject() {
        super(START);
        sequencer = new MonotonicSequencer(LAYOUT, new MonotonicClock(() -> START, () -> nanos), reservation);
    }

    /** Returns a sequencer of which two counters of the tick are left: 0 and 1 are those. */
    static SortableSubject withTwoLeft() {
        SortableSubject subject = new SortableSubject();
        long used = LAYOUT.maxCounter() - 1;
        for (int i = 0; i < used; i++) {
            subject.sequencer.next();
        }
        subject.taken = used;
        return subject;
    }

    @Override
    int next() {
        TimedCount count = sequencer.next();
        long tick = count.time() - START;
        return (int) (tick * 10 + count.counter() - (tick == 0 ? taken : 0));
    }

    @Override
    void tick() {
        nanos = NANOS_PER_MILLI;
    }

    @Override
    int close() {
        return (int) (sequencer.close() - START);
    }
}
