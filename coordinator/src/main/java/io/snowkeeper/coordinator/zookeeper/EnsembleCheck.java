package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.ServerStanding;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A check of each server of an ensemble by itself, since a client of all of them is content with one: whether it takes connections,
 * whether TLS comes about, whether it takes our login, and whether it serves. Blocks.
 */
final class EnsembleCheck {

    private final EnsembleAddress address;
    private final StoreSecurity security;
    private final Duration timeout;

    /** @param timeout how long to wait for a session with each */
    EnsembleCheck(EnsembleAddress address, StoreSecurity security, Duration timeout) {
        this.address = address;
        this.security = security;
        this.timeout = timeout;
    }

    /** Returns how the servers stand, in the order of the address. */
    List<ServerStanding> look() throws InterruptedException {
        List<ServerStanding> standings = new ArrayList<>();
        for (HostPort server : address.hosts()) {
            standings.add(new ServerStanding(server.toString(), problem(server)));
        }
        return standings;
    }

    private Optional<String> problem(HostPort server) throws InterruptedException {
        Optional<String> unreached = ReachabilityCheck.failure(server);
        if (unreached.isPresent()) {
            return unreached;
        }
        Optional<String> tls = security.tls().flatMap(files -> tlsFailure(server, files));
        return tls.isPresent() ? tls : sessionFailure(server);
    }

    private static Optional<String> tlsFailure(HostPort server, StoreTls files) {
        return new TlsCheck(List.of(server), files).failure();
    }

    private Optional<String> sessionFailure(HostPort server) throws InterruptedException {
        try (ZooKeeperStore store = ZooKeeperStore.create(server + "/" + address.root(), timeout, security)) {
            return store.startWithin(timeout)
                    ? Optional.empty()
                    : (isSecured() ? store.diagnose() : Optional.<String>empty())
                            .or(() -> Optional.of(
                                    "it accepts connections, but gives no session within %s ms: it has no quorum, or is not a ZooKeeper%s"
                                            .formatted(
                                                    timeout.toMillis(),
                                                    security.tls().isEmpty() ? ", or is one that speaks TLS" : "")));
        } catch (IllegalArgumentException e) {
            // Its files for TLS, which TlsCheck can read.
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Without either, there is no more to be said than that. */
    private boolean isSecured() {
        return security.tls().isPresent() || security.login().isPresent();
    }
}
