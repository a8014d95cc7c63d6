package io.snowkeeper.coordinator.store;

/**
 * A record that lives as long as a session.
 *
 * @param path where it is, below the fleet's root
 * @param session the session that it lives as long as
 */
public record EphemeralRecord(String path, long session) {}
