package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sortable ids of a process that takes part in a fleet: issued under the lease that it holds, with the worker id as their
 * node, within the time that the lease has reserved. Thread-safe.
 *
 * <p>Their time goes on by the stopwatch, so that small steps of the clock are not seen. It follows the clock where the two
 * have come apart, since the reservation does: one that ran on ahead of it would be refused for as long as the lease is held.
 * The generators stay, and with them the last ticks that they used.
 */
public final class SortableIds implements LeaseListener {

    /**
     * How far the time may be from the clock's. Far less than a reservation's lead over the clock, and more than a time
     * service's usual step.
     */
    private static final long MAX_LAG_MILLIS = 500;

    private final MonotonicClock time;

    // Watches the clock, not the time, which runs ahead of a stalled clock, back to it, and so on.
    private final StallWatch stall;

    private final Supplier<Optional<MembershipProblem>> problem;

    private volatile boolean closed;
    private volatile @Nullable Map<SortableKind, SortableGenerator> generators;

    // Guarded by this: leases come and go one at a time.
    private long lastMillis = Long.MIN_VALUE;

    /**
     * @param clock where the time is read when a lease begins, and when the two have come apart
     * @param stopwatch how it goes on from there, as {@link System#nanoTime}
     * @param problem why there is no lease, for the client; asked only while there is none
     */
    public SortableIds(MillisClock clock, LongSupplier stopwatch, Supplier<Optional<MembershipProblem>> problem) {
        this.time = new MonotonicClock(clock, stopwatch);
        this.stall = new StallWatch(clock, stopwatch);
        this.problem = requireNonNull(problem);
    }

    /** {@inheritDoc} Ignored after {@link #close}. */
    @Override
    public synchronized void granted(WorkerLease lease) {
        retire();
        if (closed) {
            return;
        }
        time.anchorAnew();
        Map<SortableKind, SortableGenerator> fresh = new EnumMap<>(SortableKind.class);
        for (SortableKind kind : SortableKind.values()) {
            fresh.put(kind, kind.generator(lease.workerId(), time, lease.reservation()));
        }
        generators = fresh;
    }

    @Override
    public synchronized void lost(WorkerLease lease, String reason) {
        retire();
    }

    /**
     * Issues one id, and waits as {@link SortableGenerator#next()} does.
     *
     * @throws io.snowkeeper.core.IdUnavailableException as that does
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public SortableId next(SortableKind kind) {
        while (true) {
            SortableGenerator current = requireGenerator(kind);
            followClock();
            try {
                return kind.finish(current.next());
            } catch (GeneratorClosedException e) {
                // Its lease ended between the two steps; the next round finds the new one, or none.
            }
        }
    }

    /**
     * Issues increasing ids under one lease, and waits as {@link SortableGenerator#next()} does. All or none are handed out.
     *
     * @throws io.snowkeeper.core.IdUnavailableException as that does
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public List<SortableId> next(SortableKind kind, int count) {
        SortableIdRuns drawn = new SortableIdRuns(kind);
        while (tryNext(kind, drawn, count) < count) {
            SortableGenerator current = requireGenerator(kind);
            try {
                drawn.add(current, current.nextRun(count - drawn.size()));
            } catch (GeneratorClosedException e) {
                // As above.
            }
        }
        return drawn;
    }

    /**
     * Adds the ids that can be had before the next tick. If an exception is thrown, the contents of the list must not
     * be used.
     *
     * @param count how many there shall be at last
     * @return how many there are
     * @throws io.snowkeeper.core.IdUnavailableException if none can be issued now without the risk of a duplicate
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public int tryNext(SortableKind kind, SortableIdRuns drawn, int count) {
        while (true) {
            SortableGenerator current = requireGenerator(kind);
            followClock();
            try {
                drawn.fill(current, count);
                return drawn.size();
            } catch (GeneratorClosedException e) {
                // As above.
            }
        }
    }

    /**
     * Returns how a request for ids of some kind would be refused now; empty if each kind would give one, at once or with the
     * next tick. Issues nothing.
     */
    public Optional<Unavailability> refusal() {
        for (SortableKind kind : SortableKind.values()) {
            Optional<Unavailability> refusal = refusal(kind);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return stall().map(Unavailability::of);
    }

    /**
     * Looks at the clock that they follow. Returns the refusal of calls that wait for a next tick, empty if it moves.
     */
    public Optional<ClockStalledException> stall() {
        return stall.look();
    }

    private Optional<Unavailability> refusal(SortableKind kind) {
        while (true) {
            Map<SortableKind, SortableGenerator> current = generators;
            if (current == null) {
                return Optional.of(noWorkerId().unavailability());
            }
            followClock();
            Optional<IdUnavailableException> refusal =
                    requireNonNull(current.get(kind)).refusal();
            if (refusal.isEmpty() || !(refusal.get() instanceof GeneratorClosedException)) {
                return refusal.map(Unavailability::of);
            }
            // As above.
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

    private SortableGenerator requireGenerator(SortableKind kind) {
        Map<SortableKind, SortableGenerator> current = generators;
        if (current == null) {
            throw noWorkerId();
        }
        return requireNonNull(current.get(kind));
    }

    private NoWorkerIdException noWorkerId() {
        MembershipProblem why = problem.get()
                .orElseGet(() -> new MembershipProblem(UnavailableReason.NO_WORKER_ID, "none is held now"));
        return new NoWorkerIdException(closed ? UnavailableReason.DRAINING : why.reason(), why.text());
    }

    private void followClock() {
        if (Math.abs(time.lagMillis()) > MAX_LAG_MILLIS) {
            time.anchorAnew();
        }
    }

    /** Closes the generators. The field first, so that a caller that finds one closed does not find it again. */
    private void retire() {
        Map<SortableKind, SortableGenerator> old = generators;
        if (old == null) {
            return;
        }
        generators = null;
        for (SortableGenerator generator : old.values()) {
            lastMillis = Math.max(lastMillis, generator.close());
        }
    }
}
