package io.snowkeeper.node.tls;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * TLS of a client of ours.
 *
 * @param ca who signs the nodes' certificates; empty for the CAs that the JDK trusts
 * @param certificate what the client presents; empty for nothing
 * @param key the private key of that certificate; empty together with it
 */
public record ClientTls(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key) {

    /** @throws IllegalArgumentException if there is a certificate without a key, or a key without a certificate */
    public ClientTls {
        requireNonNull(ca);
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("a certificate and its key are given together, or neither");
        }
    }

    /**
     * Reads the files, and returns what makes sockets. It does not compare the name of the host: who makes a socket has to
     * ask for that.
     *
     * @throws IllegalArgumentException if a file cannot be used; the message names it
     */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManager[] trust = ca.isEmpty()
                    ? null
                    : new TrustManager[] {
                        KeyStores.trusting(PemFile.read(ca.get()).certificates())
                    };
            KeyManager[] identity = certificate.isEmpty()
                    ? null
                    : KeyStores.presenting(
                            KeyPair.of(PemFile.read(certificate.get()), PemFile.read(key.orElseThrow())));
            context.init(identity, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificate cannot be used: " + e.getMessage(), e);
        }
    }
}
