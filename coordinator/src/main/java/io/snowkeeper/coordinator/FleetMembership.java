package io.snowkeeper.coordinator;

import io.snowkeeper.coordinator.progress.SeenSequence;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A node's place in the fleet: it claims a worker id, renews its reservation, claims another one when it was lost, and
 * goes on trying while it has none. Thread-safe.
 */
public interface FleetMembership extends AutoCloseable {

    /**
     * Begins to claim a worker id, in the background. Returns at once; the {@link LeaseListener} and {@link #status}
     * report the outcome.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    void start();

    /** Returns how it stands now. */
    MembershipStatus status();

    /**
     * Returns a future that completes with the id of the fleet when it is joined, by the thread that has joined it; it
     * stays the same from then on. Never fails, and may never complete.
     */
    CompletableFuture<String> fleet();

    /**
     * Returns a future that completes, with the evidence, when ZooKeeper's data is found to be older than this node has
     * seen it. Never fails, and may never complete.
     */
    CompletableFuture<String> restored();

    /**
     * Makes the state directory keep a note of how far sequences have come.
     *
     * @param sequences returns the progress whenever it is called; thread-safe, takes no time
     */
    void note(Supplier<List<SeenSequence>> sequences);

    /**
     * Reports that the sequences of this process were found to be older than before, so that other nodes learn it.
     *
     * @param evidence the evidence, for people
     */
    void report(String evidence);

    /** Returns the counts of events so far, for metrics. */
    LeaseCounts counts();

    /**
     * Looks at the whole fleet. Never blocks; however often it is asked, ZooKeeper is asked once a second at the most.
     * While ZooKeeper cannot be reached, the last view is returned, which has its own time.
     *
     * <p>Fails with {@link FleetViewUnavailableException} if there is none. Its dependent stages must not block.
     */
    CompletionStage<FleetView> view();

    /**
     * Leaves the fleet and hands the worker id back, so that a successor need not wait for the rest of the reservation.
     * Call it after the generators are closed, not before: the successor may repeat ids that are issued afterwards. No
     * lease is granted any more once this was called. Tries for 5 s if ZooKeeper cannot be reached; if that does not
     * help, the worker id rests until its reservation has passed. Ends as {@link #close} does, and does nothing if that
     * was called before.
     *
     * @param lastIssuedMillis the last Unix millisecond issued under the lease, from the closed generators; ignored if
     *     there is no lease
     */
    void leave(long lastIssuedMillis);

    /** Stops without handing anything back: the worker id rests until its reservation has passed. Idempotent. */
    @Override
    void close();
}
