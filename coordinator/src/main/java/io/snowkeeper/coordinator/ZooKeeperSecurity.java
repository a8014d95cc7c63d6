package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The security of the connection to ZooKeeper: login and TLS.
 *
 * @param login who logs in, and alone may read and change the znodes that are made; empty to make them open to everybody
 * @param tls how the connection is encrypted; empty not to
 */
public record ZooKeeperSecurity(Optional<ZooKeeperLogin> login, Optional<ZooKeeperTls> tls) {

    /** Neither a login nor TLS. */
    public static final ZooKeeperSecurity NONE = new ZooKeeperSecurity(Optional.empty(), Optional.empty());

    public ZooKeeperSecurity {
        requireNonNull(login);
        requireNonNull(tls);
    }
}
