package io.snowkeeper.coordinator;

import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.MillisClock;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A way to take part in a fleet, by the store that keeps its records. Thread-safe. */
public interface Coordinator {

    /**
     * Makes a membership that is not started yet, and takes hold of the state directory.
     *
     * @param clock where the time of the ids is read
     * @param listener told of leases
     * @param issued how many ids the node has given out so far, empty if that is not known; thread-safe
     * @throws IllegalArgumentException if the store's address is malformed, or the files for TLS cannot be used
     * @throws StateDirectoryException if the state directory cannot be used
     */
    FleetMembership membership(
            MemberSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued);

    /**
     * Makes sequences that are not started yet.
     *
     * @param joined the id of the fleet that this node's ids are of, empty as long as there is none, and the same from then
     *     on: where the store shows another fleet than that, or than it has shown before, nothing is served any more. Asked from any
     *     thread
     * @throws IllegalArgumentException if the store's address is malformed, or the files for TLS cannot be used
     */
    Sequences sequences(SequenceSettings settings, Supplier<Optional<String>> joined);

    /**
     * Returns a coordinator by the same store whose memberships and sequences tell an observer of their writes to it. By default,
     * nobody is told.
     */
    default Coordinator observedBy(WriteObserver observer) {
        return this;
    }
}
