package io.snowkeeper.client;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The PEM files of TLS: the trusted authorities, and our own certificate. The server's certificate must match the name
 * or address by which it is contacted; TLS 1.3 or 1.2 is spoken. After a file has changed, new connections use its new
 * content.
 *
 * @param trust certificates of the authorities that sign servers; empty for those that the Java runtime trusts
 * @param identity our own certificate and its key; empty if servers do not ask for one
 */
public record TlsFiles(Optional<Path> trust, Optional<Identity> identity) {

    public TlsFiles {
        requireNonNull(trust);
        requireNonNull(identity);
    }

    /**
     * A client's certificate.
     *
     * @param certificate the certificate, followed by those between it and its authority
     * @param key its private key, as PKCS #8, not encrypted
     */
    public record Identity(Path certificate, Path key) {
        public Identity {
            requireNonNull(certificate);
            requireNonNull(key);
        }
    }

    /** Trusts these authorities, and shows no certificate. */
    public static TlsFiles trusting(Path trust) {
        return new TlsFiles(Optional.of(trust), Optional.empty());
    }

    /** Trusts the authorities that the Java runtime trusts, and shows no certificate. */
    public static TlsFiles trustingThoseOfJava() {
        return new TlsFiles(Optional.empty(), Optional.empty());
    }

    /** Returns these with a certificate of our own. */
    public TlsFiles withIdentity(Path certificate, Path key) {
        return new TlsFiles(trust, Optional.of(new Identity(certificate, key)));
    }
}
