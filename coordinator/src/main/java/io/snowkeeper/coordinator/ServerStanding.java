package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The standing of one of the coordinator's servers, looked at by itself.
 *
 * @param server where it is, as {@code host:port}
 * @param problem the server's problem, empty if it serves
 */
public record ServerStanding(String server, Optional<String> problem) {

    public ServerStanding {
        requireNonNull(server);
        requireNonNull(problem);
    }
}
