package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of TLS 1.2 or 1.3 to ZooKeeper. Its servers' certificates have to name the hosts of the connect string.
 * The files are read again for each connection.
 *
 * @param authorities file with the certificates of those who may sign ZooKeeper's, in PEM
 * @param keyStore file with the certificate, or its chain, and the private key to show to ZooKeeper, in PEM; the key in
 *     PKCS #8 without a password; empty to show none
 */
public record ZooKeeperTls(Path authorities, Optional<Path> keyStore) {

    public ZooKeeperTls {
        requireNonNull(authorities);
        requireNonNull(keyStore);
    }
}
