package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A sequencer of the caller's own with checked values: they fit into the layout, lie within the reservation, and
 * strictly increase over all threads, even if the sequencer misbehaves. Thread-safe.
 */
final class CheckedSequencer {

    private final SortableLayout layout;
    private final Sequencer sequencer;
    private final Reservation reservation;
    private final long max;
    private final long maxTime;
    private final long floorTick;

    /** Asked by one thread at a time, so that answers are looked at in the order in which they were given. */
    private final ReentrantLock asking = new ReentrantLock();

    private final AtomicReference<Issued> issued = new AtomicReference<>(new Issued(null, false));

    /** The count that was issued last, if any was, and whether nothing may follow. */
    private record Issued(@Nullable TimedCount last, boolean closed) {}

    CheckedSequencer(SortableLayout layout, Sequencer sequencer, Reservation reservation) {
        this.layout = requireNonNull(layout, "layout");
        this.sequencer = requireNonNull(sequencer, "sequencer");
        this.reservation = requireNonNull(reservation, "reservation");
        max = sequencer.max();
        maxTime = sequencer.maxTime();
        floorTick = layout.ticks().lastTickOf(reservation.floorMillis());
        SortableLayout.requirePart("sequencer.max()", max, layout.maxCounter());
        SortableLayout.requirePart("sequencer.maxTime()", maxTime, layout.maxTime());
    }

    TimedCount next() {
        asking.lock();
        try {
            Issued before = requireOpen();
            return issue(before, sequencer.next());
        } finally {
            asking.unlock();
        }
    }

    /** As {@link #next}, but never waits: empty if a time has to come first, or while another thread asks. */
    Optional<TimedCount> tryNext() {
        if (!asking.tryLock()) {
            requireOpen();
            return Optional.empty();
        }
        try {
            Issued before = requireOpen();
            return sequencer.tryNext().map(drawn -> issue(before, drawn));
        } finally {
            asking.unlock();
        }
    }

    private TimedCount issue(Issued before, TimedCount drawn) {
        requireFitting(drawn);
        requireAfter(before.last, drawn);
        requireReserved(drawn.time());
        // Closing does not wait: it may have happened during the call to the sequencer.
        if (!issued.compareAndSet(before, new Issued(drawn, false))) {
            requireOpen();
            throw new SequencerRefusedException("sequencer must not ask its own generator");
        }
        return drawn;
    }

    /** Returns why nothing can be issued, as far as that is known without asking the sequencer. */
    Optional<IdUnavailableException> refusal() {
        return issued().closed ? Optional.of(closed()) : Optional.empty();
    }

    /** Returns the Unix millisecond of the last time issued; if nothing was issued, the reservation's floor. */
    long lastMillis() {
        TimedCount last = issued().last;
        return last == null ? reservation.floorMillis() : layout.ticks().millisOf(last.time());
    }

    /** Ends it for good, even while the sequencer is being asked. */
    long close() {
        issued.updateAndGet(before -> new Issued(before.last, true));
        return lastMillis();
    }

    private Issued issued() {
        return requireNonNull(issued.get());
    }

    private Issued requireOpen() {
        Issued now = issued();
        if (now.closed) {
            throw closed();
        }
        return now;
    }

    private GeneratorClosedException closed() {
        return new GeneratorClosedException("layout=" + layout.widths());
    }

    private void requireFitting(TimedCount drawn) {
        if (Long.compareUnsigned(drawn.time(), maxTime) > 0 || Long.compareUnsigned(drawn.counter(), max) > 0) {
            throw new SequencerRefusedException("sequencer must return time <= %s && counter <= %s: it returned %s"
                    .formatted(Long.toUnsignedString(maxTime), Long.toUnsignedString(max), drawn));
        }
    }

    private static void requireAfter(@Nullable TimedCount last, TimedCount drawn) {
        if (last != null && drawn.compareTo(last) <= 0) {
            throw new SequencerRefusedException(
                    "sequencer must return more than before: it returned %s after %s".formatted(drawn, last));
        }
    }

    private void requireReserved(long time) {
        if (reservation.floorMillis() >= 0 && Long.compareUnsigned(time, floorTick) <= 0) {
            throw new ClockMovedBackwardsException(
                    reservation.floorMillis(), layout.ticks().millisOf(time));
        }
        long limitMillis = reservation.limitMillis();
        if (limitMillis < 0 || Long.compareUnsigned(time, layout.ticks().lastTickOf(limitMillis)) > 0) {
            throw new ReservationExhaustedException(limitMillis, layout.ticks().millisOf(time));
        }
    }
}
