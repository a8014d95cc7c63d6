package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.core.MillisClock;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A lookout for those who come and go, also while nobody looks at the page. ZooKeeper tells that something has changed, and the fleet is
 * read then, and not again before it can have been told of the next change: of a large fleet, more seldom. {@link #look} is for one
 * thread; {@link #view} for any.
 */
public final class FleetLookout {

    /** A view that is asked for may have been read so long before. */
    private static final long VIEW_NANOS = TimeUnit.MILLISECONDS.toNanos(1100);

    /** A large fleet that starts all at once is not read by each node each time that another member comes. */
    private static final long NANOS_PER_MEMBER = TimeUnit.MILLISECONDS.toNanos(5);

    /** Who has come and has no worker id yet is looked at again, so often: ZooKeeper tells of no change when it gets one. */
    private static final int LOOKS_AGAIN = 10;

    /** Where no view was to be had that was read since, it is tried again. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long NEVER = Long.MIN_VALUE;

    private final LongSupplier changes;
    private final Supplier<CompletionStage<FleetView>> views;
    private final FleetChanges log;
    private final MillisClock clock;
    private final LongSupplier nanoTime;

    private long askedAt;
    private long known = NEVER;
    private long dueAt;
    private boolean due;
    private Instant changedAt = Instant.MIN;
    private int looksAgain;
    private volatile int members;
    private volatile boolean claiming;
    private volatile boolean missed;

    /**
     * @param changes a count that grows when members may have come or gone
     * @param views looks at the fleet
     * @param clock the one by which views say when they were read
     */
    public FleetLookout(
            LongSupplier changes,
            Supplier<CompletionStage<FleetView>> views,
            FleetChanges log,
            MillisClock clock,
            LongSupplier nanoTime) {
        this.changes = changes;
        this.views = views;
        this.log = log;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.askedAt = nanoTime.getAsLong() - VIEW_NANOS;
    }

    /** Returns the fleet, and takes note of what has changed in it. */
    public CompletionStage<FleetView> view() {
        return views.get().thenApply(view -> {
            members = view.nodes().size();
            claiming = view.nodes().stream().anyMatch(node -> node.workerId().isEmpty());
            log.note(view);
            return view;
        });
    }

    /** Looks whether somebody came or left. */
    public void look() {
        long now = nanoTime.getAsLong();
        if (now - askedAt >= VIEW_NANOS) {
            askedAt = now;
            long count = changes.getAsLong();
            if (count != known) {
                looksAgain = LOOKS_AGAIN;
            }
            if ((count != known || (claiming && looksAgain-- > 0)) && !due) {
                expect(now + VIEW_NANOS);
            }
            known = count;
        }
        if (missed && !due) {
            expect(now + RETRY_NANOS);
        }
        if (due && now - dueAt >= 0) {
            due = false;
            missed = false;
            read(changedAt);
        }
    }

    private void expect(long at) {
        due = true;
        dueAt = at + members * NANOS_PER_MEMBER;
        changedAt = Instant.ofEpochMilli(clock.millis());
    }

    /** Where ZooKeeper does not answer in time, the view before is what comes, which does not show what has changed. */
    private void read(Instant change) {
        var unused = view().whenComplete((view, failure) -> {
            if (view == null || view.asOf().isBefore(change)) {
                missed = true;
            }
        });
    }
}
