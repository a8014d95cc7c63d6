package io.snowkeeper.coordinator.zookeeper;

import java.time.Instant;

/**
 * What a node remembers over a restart.
 *
 * @param fleet the fleet's id
 * @param worker the worker id that it held
 * @param slotVersion the slot's version after our last write: as long as it is unchanged, nobody else had the worker id
 * @param lastSeen no id above this was issued: a reservation on disk, written ahead of use
 * @param place which copy of the state directory wrote this, so that a copied one is told from the original
 */
record NodeState(String fleet, long worker, int slotVersion, Instant lastSeen, String place) {

    long lastSeenMillis() {
        return lastSeen.toEpochMilli();
    }
}
