package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetTree.Touch;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.sequence.progress.SequenceNotes;
import io.snowkeeper.coordinator.state.LocalReservation;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fleet's restores as this node knows them: says in ZooKeeper that its data were put back, so that no node serves sequences before an
 * operator has seen to them.
 *
 * <p>For one thread.
 */
final class Restores {

    private static final Logger log = LoggerFactory.getLogger(Restores.class);

    private final FleetTree tree;
    private final String node;
    private final LocalReservation local;
    private final NodeStateStore state;
    private final long longestMillis;
    private int known;

    Restores(FleetTree tree, FleetSettings settings, LocalReservation local, NodeStateStore state) {
        this.tree = tree;
        this.node = settings.node();
        this.local = local;
        this.state = state;
        this.longestMillis = RestoredBackup.longestReservation(settings).toMillis();
    }

    /** Returns the record as it is now; our state tells from now on how many there are. */
    StoredRestores read() {
        StoredRestores stored = tree.readRestores();
        known = stored.record().restores().size();
        local.knows(known);
        return stored;
    }

    /**
     * Has ZooKeeper say that its data were put back, if it does not say so since this node has read that last.
     *
     * @param now a write of ours, which tells the time
     */
    void note(String evidence, Touch now) {
        Restore found = new Restore(Instant.ofEpochMilli(now.writtenMillis()), node, evidence, null);
        boolean noted = false;
        while (!noted) {
            StoredRestores stored = tree.readRestores();
            RestoreRecord before = stored.record();
            noted = before.open().isPresent()
                    || before.restores().size() > known
                    || tree.writeRestores(stored, before.with(found));
        }
        log.error(
                "ZooKeeper's data was put back, it is older than this node has seen it: {}; sequences are refused until snowkeeper recover was run, ids go on once what may have been issued before has passed",
                evidence);
        read();
    }

    /** Has ZooKeeper keep our notes of how far sequences had come, for the operator who ends the restore. */
    void contribute(SequenceNotes notes) {
        RestoreRecord record = read().record();
        if (record.open().isPresent()) {
            tree.putNotes(node, PayloadCodec.encode(notes));
        }
    }

    /** What an operator has told this node, ZooKeeper tells from now on. */
    void toldIsKnown() {
        try {
            state.restoredIsKnown();
        } catch (IOException e) {
            throw new LeaseProblemException(
                    Kind.STATE_NOT_WRITTEN,
                    "what says that ZooKeeper was restored cannot be removed: " + e.getMessage());
        }
    }

    /** Returns the time up to which ids may have been issued in what was lost; empty if nothing ever was. */
    Optional<Long> floorMillis() {
        return read().record().last().map(restore -> restore.found().toEpochMilli() + longestMillis);
    }
}
