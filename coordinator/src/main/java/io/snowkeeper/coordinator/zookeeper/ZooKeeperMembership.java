package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.lease.LeasedMembership;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.core.MillisClock;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The factory of memberships in fleets whose leases ZooKeeper keeps. */
public final class ZooKeeperMembership {

    private ZooKeeperMembership() {}

    /**
     * Makes a membership that is not started yet, and takes hold of the state directory.
     *
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     * @throws io.snowkeeper.coordinator.StateDirectoryException if the state directory cannot be used
     */
    public static FleetMembership create(FleetSettings settings, MillisClock clock, LeaseListener listener) {
        return create(settings, clock, listener, Optional.empty());
    }

    /**
     * As {@link #create(FleetSettings, MillisClock, LeaseListener)}, and tells the fleet how many ids are given out.
     *
     * @param issued how many ids the node has given out so far, empty if that is not known; thread-safe
     */
    public static FleetMembership create(
            FleetSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued) {
        ZooKeeperStore store =
                ZooKeeperStore.create(settings.connectString(), settings.sessionTimeout(), settings.security());
        NodeStateStore state = settings.stateDirectory()
                .<NodeStateStore>map(StateDirectory::open)
                .orElseGet(NodeStateStore::none);
        return new LeasedMembership(
                settings,
                store,
                state,
                clock,
                System::nanoTime,
                listener,
                issued,
                new LeasedMembership.Executors(
                        DaemonExecutor.named("snowkeeper-lease"), DaemonExecutor.named("snowkeeper-state")));
    }
}
