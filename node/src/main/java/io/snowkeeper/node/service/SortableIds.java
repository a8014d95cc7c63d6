package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sortable ids of a node that takes part in a fleet: issued under the lease that it holds, with the worker id as their
 * node, within the time that the lease has reserved. Thread-safe.
 */
public final class SortableIds implements LeaseListener {

    private final MillisClock clock;
    private final LongSupplier stopwatch;
    private final Supplier<Optional<String>> problem;

    private volatile @Nullable Map<SortableUnit, SortableGenerator> generators;

    // Guarded by this: leases come and go one at a time.
    private long lastMillis = Long.MIN_VALUE;
    private boolean closed;

    /**
     * @param clock where the time is read when a lease begins
     * @param stopwatch how it goes on from there, as {@link System#nanoTime}
     * @param problem why there is no lease, in words for the client; asked only while there is none
     */
    public SortableIds(MillisClock clock, LongSupplier stopwatch, Supplier<Optional<String>> problem) {
        this.clock = requireNonNull(clock);
        this.stopwatch = requireNonNull(stopwatch);
        this.problem = requireNonNull(problem);
    }

    /** {@inheritDoc} Ignored after {@link #close}. */
    @Override
    public synchronized void granted(WorkerLease lease) {
        retire();
        if (closed) {
            return;
        }
        MonotonicClock time = new MonotonicClock(clock, stopwatch);
        Map<SortableUnit, SortableGenerator> fresh = new EnumMap<>(SortableUnit.class);
        for (SortableUnit unit : SortableUnit.values()) {
            fresh.put(unit, new SortableGenerator(layoutOf(unit), lease.workerId(), time, lease.reservation()));
        }
        generators = fresh;
    }

    @Override
    public synchronized void lost(WorkerLease lease, String reason) {
        retire();
    }

    /**
     * Issues increasing ids. May wait to the end of a tick, for a second at the most.
     *
     * @throws io.snowkeeper.core.IdUnavailableException if none can be issued now without the risk of a duplicate
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public List<SortableId> next(SortableUnit unit, int count) {
        while (true) {
            SortableGenerator current = requireGenerator(unit);
            try {
                return SortableIdRuns.of(current, count);
            } catch (GeneratorClosedException e) {
                // Its lease ended between the two steps; the next round finds the new one, or none.
            }
        }
    }

    /**
     * Stops issuing for good. When this returns, no thread can take another id. Closing again changes nothing.
     *
     * @return the last Unix millisecond that ids may have been issued in, {@link Long#MIN_VALUE} if there never was a lease
     */
    public synchronized long close() {
        closed = true;
        retire();
        return lastMillis;
    }

    /** Returns how the 16 bytes of a unit's ids are used. */
    static SortableLayout layoutOf(SortableUnit unit) {
        return switch (unit) {
            case SECOND -> SortableLayout.SECOND;
            case MILLISECOND -> SortableLayout.MILLISECOND;
            case NANOSECOND -> SortableLayout.NANOSECOND;
        };
    }

    private SortableGenerator requireGenerator(SortableUnit unit) {
        Map<SortableUnit, SortableGenerator> current = generators;
        if (current == null) {
            throw new NoWorkerIdException(problem.get().orElse("none is held now"));
        }
        return requireNonNull(current.get(unit));
    }

    /** Closes the generators. The field first, so that callers who find one closed do not find it again. */
    private void retire() {
        Map<SortableUnit, SortableGenerator> old = generators;
        if (old == null) {
            return;
        }
        generators = null;
        for (SortableGenerator generator : old.values()) {
            lastMillis = Math.max(lastMillis, generator.close());
        }
    }
}
