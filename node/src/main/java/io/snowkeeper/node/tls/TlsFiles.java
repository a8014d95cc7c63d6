package io.snowkeeper.node.tls;

import java.util.Optional;

/** The content of a node's TLS files when they were read; equal if the same was in them. */
record TlsFiles(PemFile certificate, PemFile key, Optional<PemFile> clientCa) {

    /** @throws IllegalArgumentException if a file cannot be read */
    static TlsFiles read(TlsSettings settings) {
        return new TlsFiles(
                PemFile.read(settings.certificate()),
                PemFile.read(settings.key()),
                settings.clientCa().map(PemFile::read));
    }

    /** @throws IllegalArgumentException if their contents cannot be used together */
    Credentials credentials() {
        KeyPair identity = KeyPair.of(certificate, key);
        return new Credentials(
                identity,
                new CertificateDates(certificate.path(), identity.chain()),
                clientCa.map(ca -> new CertificateDates(ca.path(), ca.certificates())));
    }
}
