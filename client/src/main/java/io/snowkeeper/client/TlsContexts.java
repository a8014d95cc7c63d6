package io.snowkeeper.client;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import javax.net.ssl.SSLException;

/** Makes of PEM files what encrypts connections. */
final class TlsContexts {

    private TlsContexts() {}

    /** @throws IllegalArgumentException if a file cannot be read, or holds something else; the message names the files */
    static SslContext of(TlsFiles files) {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .trustManager(files.trust().toFile())
                    .endpointIdentificationAlgorithm("HTTPS");
            files.identity()
                    .ifPresent(identity -> builder.keyManager(
                            identity.certificate().toFile(), identity.key().toFile()));
            return builder.build();
        } catch (IllegalArgumentException | SSLException e) {
            throw new IllegalArgumentException(
                    "TLS files must be readable, certificates in PEM and an unencrypted PKCS #8 key: %s: %s"
                            .formatted(files, Problems.describe(e)),
                    e);
        }
    }
}
