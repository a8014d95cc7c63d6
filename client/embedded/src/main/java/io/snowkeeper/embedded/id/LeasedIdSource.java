package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.IdRun;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.WaitInterruptedException;
import io.snowkeeper.core.api.Unavailability;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a process that takes part in a fleet: issued under the lease that it holds, refused while it holds none. Each
 * lease starts above the last millisecond of the one before, so that the ids of a process increase over all its leases.
 *
 * <p>Thread-safe; issuing takes no lock.
 */
public final class LeasedIdSource implements IdSource, LeaseListener {

    private static final long LOOK_NANOS = 100_000;

    private final Layout layout;
    private final MillisClock clock;
    private final Duration maxRollbackWait;
    private final int perThreadRuns;
    private final FirstSequence firstSequence;
    private final Supplier<Optional<MembershipProblem>> problem;
    private final StallWatch stall;
    private final RecentHighest recent;

    private volatile @Nullable SnowflakeGenerator generator;
    private volatile String absence = "none was granted yet";
    private volatile boolean closed;

    // Guarded by this: leases come and go one at a time.
    private long lastMillis = Long.MIN_VALUE;
    private long highestSequence;
    private long highestUnnoted;

    /**
     * Makes a source whose threads take one id at a time.
     *
     * @param clock where the time of the ids is read
     * @param maxRollbackWait how far the clock may be behind the last id for a caller to wait; 0 to 1 min
     * @param problem why there is no lease, for the client; asked only while there is none
     * @param stopwatch as {@link System#nanoTime}
     */
    public LeasedIdSource(
            Layout layout,
            MillisClock clock,
            Duration maxRollbackWait,
            Supplier<Optional<MembershipProblem>> problem,
            LongSupplier stopwatch) {
        this(layout, clock, maxRollbackWait, 1, FirstSequence.ZERO, problem, stopwatch);
    }

    /**
     * @param clock where the time of the ids is read
     * @param maxRollbackWait how far the clock may be behind the last id for a caller to wait; 0 to 1 min
     * @param perThreadRuns how many ids a thread takes at a time, as {@link SnowflakeGenerator.Builder#perThreadRuns} has it; 1
     *     for no runs
     * @param firstSequence where the sequences of a tick begin
     * @param problem why there is no lease, for the client; asked only while there is none
     * @param stopwatch as {@link System#nanoTime}
     */
    public LeasedIdSource(
            Layout layout,
            MillisClock clock,
            Duration maxRollbackWait,
            int perThreadRuns,
            FirstSequence firstSequence,
            Supplier<Optional<MembershipProblem>> problem,
            LongSupplier stopwatch) {
        this.layout = requireNonNull(layout);
        this.clock = requireNonNull(clock);
        this.maxRollbackWait = requireNonNull(maxRollbackWait);
        this.perThreadRuns = perThreadRuns;
        this.firstSequence = requireNonNull(firstSequence);
        this.problem = requireNonNull(problem);
        this.stall = new StallWatch(clock, stopwatch);
        this.recent = new RecentHighest(stopwatch);
    }

    /** {@inheritDoc} Ignored after {@link #close}. */
    @Override
    public synchronized void granted(WorkerLease lease) {
        retire();
        if (closed) {
            return;
        }
        generator = SnowflakeGenerator.builder(layout, lease.workerId())
                .clock(clock)
                .reservation(lease.reservation())
                .floorMillis(lastMillis)
                .maxRollbackWait(maxRollbackWait)
                .perThreadRuns(perThreadRuns)
                .firstSequence(firstSequence)
                .build();
    }

    @Override
    public synchronized void lost(WorkerLease lease, String reason) {
        if (!closed) {
            absence = "worker id %s was lost: %s".formatted(lease.workerId(), reason);
        }
        retire();
    }

    /**
     * Issues one id, and waits as {@link SnowflakeGenerator#next()} does.
     *
     * @throws IdUnavailableException as that does
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public long next() {
        while (true) {
            SnowflakeGenerator current = requireGenerator();
            try {
                return current.next();
            } catch (GeneratorClosedException e) {
                // Its lease ended between the two steps; the next round finds the new one, or none.
            }
        }
    }

    /**
     * Issues one id that is larger than another one, and waits for the other id's tick, or the end of it.
     *
     * @param after the other id, at least 0
     * @throws io.snowkeeper.core.IdAheadException if its time is more than {@link IdsAfter#MAX_AHEAD_MILLIS} ahead
     * @throws IdUnavailableException as {@link #next()} does
     * @throws NoWorkerIdException as {@link #next()} does
     */
    public long nextAfter(long after) {
        IdsAfter larger = new IdsAfter(this, clock, after);
        long began = System.nanoTime();
        while (true) {
            long id = larger.tryNext();
            if (id != NONE) {
                return id;
            }
            Optional<ClockStalledException> stalled = stall();
            if (stalled.isPresent()) {
                throw stalled.get();
            }
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new WaitInterruptedException(System.nanoTime() - began);
            }
        }
    }

    /**
     * Issues increasing ids under one lease, and waits as {@link SnowflakeGenerator#next()} does. All or none are handed out.
     *
     * @throws IdUnavailableException as that does
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public void next(long[] ids) {
        while (true) {
            SnowflakeGenerator current = requireGenerator();
            try {
                current.next(ids, 0, ids.length);
                return;
            } catch (GeneratorClosedException e) {
                // As above.
            }
        }
    }

    /**
     * Issues a run of ids of one tick, and waits as {@link SnowflakeGenerator#next()} does.
     *
     * @param maxCount at least 1
     * @return at least one and up to {@code maxCount}
     * @throws IdUnavailableException as that does
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    public IdRun nextRun(int maxCount) {
        while (true) {
            SnowflakeGenerator current = requireGenerator();
            try {
                return current.nextRun(maxCount);
            } catch (GeneratorClosedException e) {
                // As above.
            }
        }
    }

    @Override
    public long tryNext() {
        while (true) {
            SnowflakeGenerator current = requireGenerator();
            try {
                return current.tryNext();
            } catch (GeneratorClosedException e) {
                // As above.
            }
        }
    }

    @Override
    public void tryNext(IdRuns ids, int count) {
        int size = ids.size() + count;
        while (ids.size() < size) {
            SnowflakeGenerator current = requireGenerator();
            try {
                ids.addRuns(current, size - ids.size());
                return;
            } catch (GeneratorClosedException e) {
                // As above. Ids drawn before stay: those of the new lease are higher.
            }
        }
    }

    @Override
    public Optional<Unavailability> refusal() {
        while (true) {
            SnowflakeGenerator current = generator;
            if (current == null) {
                return Optional.of(noWorkerId().unavailability());
            }
            Optional<IdUnavailableException> refusal = current.refusal();
            if (refusal.isEmpty()) {
                return stall().map(Unavailability::of);
            }
            if (!(refusal.get() instanceof GeneratorClosedException)) {
                return refusal.map(Unavailability::of);
            }
            // As above.
        }
    }

    @Override
    public Optional<ClockStalledException> stall() {
        return stall.look();
    }

    /**
     * Returns the generator of the present lease, empty without one. It is closed when the lease ends, and must not be
     * closed by the caller.
     */
    public Optional<SnowflakeGenerator> generator() {
        return Optional.ofNullable(generator);
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    public OptionalLong workerId() {
        SnowflakeGenerator current = generator;
        return current == null ? OptionalLong.empty() : OptionalLong.of(current.workerId());
    }

    @Override
    public synchronized long highestSequence() {
        SnowflakeGenerator current = generator;
        return current == null ? highestSequence : Math.max(highestSequence, current.highestSequence());
    }

    @Override
    public synchronized HighestSequences highestSequences() {
        return new HighestSequences(
                highestSequence(), recent.within(Duration.ofSeconds(1)), recent.within(Duration.ofMinutes(1)));
    }

    /** Looks which sequences were reached since it was called last. To be called a few times a second, by one thread. */
    public synchronized void noteSequences() {
        SnowflakeGenerator current = generator;
        long highest = current == null ? 0 : current.takeHighestSequence();
        recent.note(Math.max(highest, highestUnnoted));
        highestUnnoted = 0;
    }

    /**
     * Stops issuing for good. When this returns, no thread can take another id. Closing again changes nothing.
     *
     * @return the last Unix millisecond that ids may have been issued in, {@link Long#MIN_VALUE} if there never was a lease
     */
    public synchronized long close() {
        closed = true;
        absence = "the node is being stopped";
        retire();
        return lastMillis;
    }

    private SnowflakeGenerator requireGenerator() {
        SnowflakeGenerator current = generator;
        if (current == null) {
            throw noWorkerId();
        }
        return current;
    }

    private NoWorkerIdException noWorkerId() {
        MembershipProblem why =
                problem.get().orElseGet(() -> new MembershipProblem(UnavailableReason.NO_WORKER_ID, absence));
        return new NoWorkerIdException(closed ? UnavailableReason.DRAINING : why.reason(), why.text());
    }

    /**
     * Closes the generator, if there is one. The field first, so that a caller that finds it closed does not find it
     * again.
     */
    private void retire() {
        SnowflakeGenerator old = generator;
        if (old == null) {
            return;
        }
        generator = null;
        lastMillis = Math.max(lastMillis, old.close());
        highestSequence = Math.max(highestSequence, old.highestSequence());
        highestUnnoted = Math.max(highestUnnoted, old.takeHighestSequence());
    }
}
