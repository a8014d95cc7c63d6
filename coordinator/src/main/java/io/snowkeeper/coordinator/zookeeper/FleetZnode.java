package io.snowkeeper.coordinator.zookeeper;

/**
 * The fleet's znode as it was read.
 *
 * @param createdZxid the transaction that made it: another one, if the fleet's data was copied to another ensemble
 */
record FleetZnode(FleetRecord record, long createdZxid) {}
