package io.snowkeeper.coordinator.fleet;

/**
 * The fleet's record as it was read.
 *
 * @param created the transaction that made it: another one, if the fleet's data was copied to another ensemble
 */
public record StoredFleet(FleetRecord record, long created) {}
