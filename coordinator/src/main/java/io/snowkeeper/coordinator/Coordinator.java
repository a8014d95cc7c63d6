package io.snowkeeper.coordinator;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A way to take part in a fleet, by the store that keeps its records. Thread-safe. */
public interface Coordinator {

    /**
     * Makes a membership that is not started yet, and takes hold of the state directory.
     *
     * @param clock where the time of the ids is read
     * @param listener notified of leases
     * @param issued how many ids the node has given out so far, empty if that is not known; thread-safe
     * @throws IllegalArgumentException if the store's address is malformed, or the files for TLS cannot be used
     * @throws StateDirectoryException if the state directory cannot be used
     */
    FleetMembership membership(
            MemberSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued);

    /**
     * Makes a connection to the store, with a session of its own. It is not started yet.
     *
     * @param connectString as {@link MemberSettings#connectString()}
     * @param sessionTimeout as {@link MemberSettings#sessionTimeout()}
     * @param security how to log in, and whether over TLS
     * @param maxAnswerBytes a longer answer ends the connection; {@link CoordinationStore#MAX_ANSWER_BYTES} where no long lists are read
     * @throws IllegalArgumentException if the store's address is malformed, or the files for TLS cannot be used
     */
    CoordinationStore store(String connectString, Duration sessionTimeout, StoreSecurity security, int maxAnswerBytes);

    /**
     * Returns a coordinator by the same store whose memberships and connections report their writes to an observer. By default,
     * nothing is reported.
     */
    default Coordinator observedBy(WriteObserver observer) {
        return this;
    }
}
