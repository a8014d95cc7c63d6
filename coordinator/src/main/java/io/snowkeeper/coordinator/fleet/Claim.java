package io.snowkeeper.coordinator.fleet;

/**
 * Our claim, as it was created.
 *
 * @param name unique for all time: it carries a random id beside the ticket
 * @param sessionId the session that it lives and dies with
 */
public record Claim(String name, long sessionId) {

    public int ticket() {
        return FleetPaths.ticketOf(name);
    }
}
