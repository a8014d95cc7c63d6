package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of TLS 1.2 or 1.3 to a store. Its servers' certificates have to name the hosts of the connect string.
 * The files are read again for each connection.
 *
 * @param authorities file with the certificates of the trusted authorities, in PEM
 * @param keyStore file with the certificate, or its chain, and the private key to show, in PEM; the key in PKCS #8
 *     without a password; empty to show none
 */
public record StoreTls(Path authorities, Optional<Path> keyStore) {

    public StoreTls {
        requireNonNull(authorities);
        requireNonNull(keyStore);
    }
}
