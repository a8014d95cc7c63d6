package io.snowkeeper.benchmarks.stress;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.IdRun;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.SnowflakeGenerator;

/** A generator on a clock that a race moves, and ids in a form that fits into a table of outcomes. */
final class Stage extends ClockedStage implements MillisClock {

    /** Two sequences a millisecond, so that the second id uses a tick up. */
    static final Layout NARROW = Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 21, 1);

    /** Four sequences a millisecond. */
    static final Layout FOUR = Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 20, 2);

    /** Room for all. */
    static final Layout WIDE = Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 10, 12);

    private static final long START = Layout.DEFAULT_EPOCH.toEpochMilli() + 1_000;

    final SnowflakeGenerator generator;
    private final Layout layout;
    private volatile long millis = START;
    private volatile boolean closed;

    Stage(Layout layout) {
        this(layout, 1);
    }

    private Stage(Layout layout, int perThreadRuns) {
        super(START);
        this.layout = layout;
        generator = SnowflakeGenerator.builder(layout, 0)
                .clock(this)
                .reservation(reservation)
                .perThreadRuns(perThreadRuns)
                .build();
    }

    /**
     * Returns a stage with room for all, on which threads take runs of four: 0, 1, 2 and 3, then 4 and so on. Which threads
     * share a run is up to their ids, one pair in 64 does.
     */
    static Stage withPerThreadRuns() {
        return new Stage(WIDE, 4);
    }

    @Override
    public long millis() {
        return millis;
    }

    /**
     * Takes an id, and waits for the tick however long that takes: where more threads than these want the processors, the one that moves the
     * clock may have none for a second, and a generator takes such a clock for one that stands still.
     */
    long nextInTime() {
        while (true) {
            try {
                return generator.next();
            } catch (ClockStalledException e) {
                Thread.yield();
            }
        }
    }

    /** Returns another generator of the same worker id, which issues nothing at or below that millisecond. */
    private SnowflakeGenerator successor(long floorMillis) {
        return SnowflakeGenerator.builder(layout, 0)
                .clock(this)
                .reservation(new Reservation(floorMillis, Long.MAX_VALUE))
                .build();
    }

    @Override
    void tick() {
        millis = START + 1;
    }

    @Override
    int next() {
        return shorten(generator.next());
    }

    /** Takes an id, then moves the clock on to a tick of which nothing was issued yet. Returns itself. */
    Stage afterFirstId() {
        reservation.extendTo(Long.MAX_VALUE);
        generator.next();
        tick();
        return this;
    }

    /**
     * Closes the generator, and returns a successor's id in the same tick, as {@link #shorten} does; -1 if there is
     * none.
     */
    int closeAndSucceed() {
        IdRun run = successor(generator.close()).tryNextRun(1);
        return run.isEmpty() ? -1 : shorten(run.first());
    }

    @Override
    int close() {
        int last = (int) (generator.close() - START);
        closed = true;
        return last;
    }

    /** Returns whether {@link #close} has returned. */
    boolean isClosed() {
        return closed;
    }

    /** Returns an id as ticks since the start times 10 plus its sequence: 11 is the second id of the next tick. */
    int shorten(long id) {
        long tick = layout.millisOf(layout.timestampOf(id)) - START;
        return (int) (tick * 10 + layout.sequenceOf(id));
    }
}
