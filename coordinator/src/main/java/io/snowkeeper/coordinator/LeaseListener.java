package io.snowkeeper.coordinator;

/**
 * A listener for a node's lease. Calls come one after another from a thread of the membership. They must not block, nor
 * leave or close the membership; an exception is logged and has no other effect.
 *
 * <p>Uniqueness does not depend on when these calls arrive: the reservation of the lease limits the ids.
 */
public interface LeaseListener {

    /** A worker id was leased, and its reservation has begun: ids can be issued. */
    void granted(WorkerLease lease);

    /**
     * The membership knows that {@link #granted} has returned: its status shows the lease, and
     * {@link FleetMembership#leave} trusts the caller's figure from now on. If the member leaves earlier, the figure
     * does not cover the lease, and its worker id rests until its reservation has passed. By default, nothing is done.
     */
    default void held(WorkerLease lease) {}

    /**
     * A try to extend the reservation has ended, of a lease that may not be granted yet. By default, nothing is done.
     *
     * @param nanos how long it took, in nanoseconds: clocks compared, reservation written, the node's own disk included
     * @param renewed whether the reservation was extended; else it is tried again within a second
     */
    default void renewalTried(WorkerLease lease, long nanos, boolean renewed) {}

    /**
     * The lease ended other than by {@link FleetMembership#leave}: someone else has the worker id, or may have. Its
     * reservation is revoked already.
     */
    void lost(WorkerLease lease, String reason);
}
