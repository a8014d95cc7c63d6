package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.core.text.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;

/** A check why no server of an ensemble gives a session, by connections that are made and closed again. Blocks. */
final class ReachabilityCheck {

    static final String NO_SESSION = "it has no quorum, or is not a ZooKeeper, or is one that speaks TLS";

    private final List<HostPort> servers;

    ReachabilityCheck(List<HostPort> servers) {
        this.servers = List.copyOf(servers);
    }

    /** Returns the problem of each server that accepts no connection; if all accept them, other possible causes. */
    String failure() {
        List<String> failures = servers.stream()
                .flatMap(server -> failure(server).map(reason -> server + ": " + reason).stream())
                .toList();
        return failures.isEmpty()
                ? "connections are accepted, but no session is given: " + NO_SESSION
                : String.join("; ", failures);
    }

    /** Returns why a server takes no connection, empty if it does. */
    static Optional<String> failure(HostPort server) {
        InetSocketAddress found = new InetSocketAddress(server.host(), server.port());
        if (found.isUnresolved()) {
            return Optional.of("the name %s is not known".formatted(server.host()));
        }
        try (Socket socket = new Socket()) {
            socket.connect(found, TlsCheck.CONNECT_MILLIS);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("it accepts no connection: " + e.getMessage());
        }
    }
}
