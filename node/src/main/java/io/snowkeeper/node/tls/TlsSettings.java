package io.snowkeeper.node.tls;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of a node's certificates. The files are in PEM, and are read again when they change.
 *
 * @param certificate the node's certificate, and those between it and its CA
 * @param key the private key of that certificate: PKCS#8, not encrypted
 * @param clientCa the CAs of clients' certificates; empty if clients need none
 * @param clientAuth on which ports they need one, if there is such a CA
 */
public record TlsSettings(Path certificate, Path key, Optional<Path> clientCa, ClientAuth clientAuth) {

    public TlsSettings {
        requireNonNull(certificate);
        requireNonNull(key);
        requireNonNull(clientCa);
        requireNonNull(clientAuth);
    }

    /** Makes settings for clients that need no certificate. */
    public TlsSettings(Path certificate, Path key) {
        this(certificate, key, Optional.empty(), ClientAuth.BOTH);
    }

    /** Returns the same settings, for clients that present a certificate on both ports. */
    public TlsSettings withClientCa(Path ca) {
        return new TlsSettings(certificate, key, Optional.of(ca), ClientAuth.BOTH);
    }
}
