package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.SlotCensus;
import io.snowkeeper.coordinator.fleet.StoredFleet;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The fleet that this process has joined: the same one at every look, or none at all. {@link #joined} from any thread. */
final class FleetIdentity {

    private final FleetTree tree;
    private final MemberSettings settings;

    private final RestoredBackup restoredBackup;

    private final CompletableFuture<String> id = new CompletableFuture<>();
    private volatile @Nullable StoredFleet joined;

    FleetIdentity(FleetTree tree, MemberSettings settings) {
        this.tree = tree;
        this.settings = settings;
        this.restoredBackup = new RestoredBackup(settings);
    }

    Optional<FleetRecord> joined() {
        return Optional.ofNullable(joined).map(StoredFleet::record);
    }

    /** Returns a future that completes with the fleet's id when it is joined; callers cannot complete it. */
    CompletableFuture<String> id() {
        return id.copy();
    }

    /** Completes {@link #id}, once it is known whether the fleet's data is up to date. */
    void announce() {
        joined().ifPresent(fleet -> id.complete(fleet.id()));
    }

    /**
     * Joins the fleet at the first call, and looks whether it still is the one we have joined at every other.
     *
     * @throws FleetFailedException if it has another layout or begins too early, is not the one that we have joined or a copy of it, or was deleted in
     *     part
     */
    FleetRecord confirm() {
        StoredFleet ours = joined;
        return ours == null ? join() : confirm(ours);
    }

    /**
     * Returns how many slots there are.
     *
     * @throws FleetFailedException if their parent was deleted
     */
    SlotCensus census() {
        return tree.readCensus()
                .orElseThrow(() -> new FleetFailedException(
                        "znode %s was deleted, which said until when each worker id may be in use; restore it, or choose another chroot for a new fleet"
                                .formatted(FleetPaths.WORKERS)));
    }

    private FleetRecord join() {
        StoredFleet fleet = find().orElseGet(this::found);
        census();
        joined = fleet;
        return fleet.record();
    }

    /**
     * Returns the fleet that is there to be joined, empty if it is to be made first.
     *
     * @throws FleetFailedException if it has another layout, or was deleted in part
     */
    Optional<StoredFleet> find() {
        // The slots before the fleet: it is made first, so where a slot is seen, it is or was.
        int slots = tree.readCensus().map(SlotCensus::present).orElse(0);
        Optional<StoredFleet> fleet = tree.readFleet();
        if (fleet.isEmpty() && slots > 0) {
            throw new FleetFailedException(
                    "znode %s was deleted, but %s has %s slots: ids of an unknown layout were issued under them; restore it, or choose another chroot for a new fleet"
                            .formatted(FleetPaths.FLEET, FleetPaths.WORKERS, slots));
        }
        fleet.ifPresent(found -> found.record().requireJoinable(settings));
        return fleet;
    }

    private StoredFleet found() {
        tree.makeFleet(settings);
        StoredFleet made = tree.readFleet()
                .orElseThrow(() ->
                        new LeaseProblemException(Kind.UNREADABLE_FLEET, FleetPaths.FLEET + " was deleted at once"));
        made.record().requireJoinable(settings);
        return made;
    }

    private FleetRecord confirm(StoredFleet joinedFleet) {
        FleetRecord ours = joinedFleet.record();
        Optional<StoredFleet> znode = tree.readFleet();
        Optional<FleetRecord> found = znode.map(StoredFleet::record);
        if (!found.equals(Optional.of(ours))) {
            throw new FleetFailedException(
                    UnavailableReason.OTHER_FLEET,
                    "the fleet in ZooKeeper is not the one that this node has joined, its data was replaced: it was %s, it is %s; make sure that no old worker id is used in the new one, then restart"
                            .formatted(
                                    ours.describe(),
                                    found.map(FleetRecord::describe).orElse("gone")));
        }
        if (!znode.equals(Optional.of(joinedFleet))) {
            throw restoredBackup.foundBy(
                    "znode %s names the same fleet, and is not the same znode".formatted(FleetPaths.FLEET));
        }
        return ours;
    }
}
