package io.snowkeeper.client.internal.dispatch;

import static io.snowkeeper.core.Checks.requireWithin;

import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a client.
 *
 * @param servers the servers, at least one
 * @param deadline how long a call may take; 10 ms to 1 h
 * @param deadlineWhileAway how long a call may take, if that is less, while all servers have failed twice in a row; 10
 *     ms to 1 h
 * @param attemptTimeout how long one server may take for ids or a connection; 10 ms to the deadline
 * @param connections how many connections for ids each server may have; 1 to 64
 * @param sequenceConnections how many connections for sequences each server may have; 1 to 1,000
 * @param lookupInterval how long a name's addresses are used without another lookup; 1 s to 1 h
 * @param maxWaiting how many calls may wait at once; 1 to 10,000,000
 */
public record ClientSettings(
        List<HostPort> servers,
        Duration deadline,
        Duration deadlineWhileAway,
        Duration attemptTimeout,
        int connections,
        int sequenceConnections,
        Duration lookupInterval,
        int maxWaiting) {

    private static final Duration MIN_TIME = Duration.ofMillis(10);
    private static final Duration MAX_DEADLINE = Duration.ofHours(1);

    private static final Duration MIN_LOOKUP_INTERVAL = Duration.ofSeconds(1);
    private static final Duration MAX_LOOKUP_INTERVAL = Duration.ofHours(1);

    static final int MAX_CONNECTIONS = 64;
    static final int MAX_SEQUENCE_CONNECTIONS = 1000;
    static final int MAX_WAITING = 10_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    public ClientSettings {
        servers = List.copyOf(servers);
        requireWithin("deadline", deadline, MIN_TIME, MAX_DEADLINE);
        requireWithin("deadlineWhileAway", deadlineWhileAway, MIN_TIME, MAX_DEADLINE);
        requireWithin("attemptTimeout", attemptTimeout, MIN_TIME, deadline);
        requireWithin("connections", connections, 1, MAX_CONNECTIONS);
        requireWithin("sequenceConnections", sequenceConnections, 1, MAX_SEQUENCE_CONNECTIONS);
        requireWithin("lookupInterval", lookupInterval, MIN_LOOKUP_INTERVAL, MAX_LOOKUP_INTERVAL);
        requireWithin("maxWaiting", maxWaiting, 1, MAX_WAITING);
    }

    /** Returns how long a call may take. */
    Duration deadline(boolean away) {
        return away && deadlineWhileAway.compareTo(deadline) < 0 ? deadlineWhileAway : deadline;
    }
}
