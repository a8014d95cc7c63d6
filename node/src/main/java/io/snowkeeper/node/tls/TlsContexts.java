package io.snowkeeper.node.tls;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.snowkeeper.node.tls.handshake.TlsPolicy;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * The TLS contexts of new connections.
 *
 * @param open for a port on which clients need no certificate
 * @param mutual for one on which they do; the same as {@code open} if there is no CA for clients
 * @param toNodes for connections of this node's own to other ones
 */
record TlsContexts(SslContext open, SslContext mutual, SSLContext toNodes) {

    /** @throws IllegalArgumentException if the JDK cannot use the credentials */
    static TlsContexts of(Credentials credentials) {
        try {
            SslContext open = builder(credentials).build();
            Optional<CertificateDates> cas = credentials.clientCaDates();
            return new TlsContexts(
                    open,
                    cas.isEmpty() ? open : mutual(credentials, cas.get().certificates()),
                    NodeContext.of(credentials));
        } catch (SSLException | GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificate cannot be used: " + e.getMessage(), e);
        }
    }

    private static SslContext mutual(Credentials credentials, List<X509Certificate> cas)
            throws SSLException, GeneralSecurityException {
        return builder(credentials)
                .trustManager(new ClientTrust(KeyStores.trusting(cas, new StrengthChecker())))
                .clientAuth(ClientAuth.REQUIRE)
                .build();
    }

    private static SslContextBuilder builder(Credentials credentials) {
        KeyPair identity = credentials.identity();
        return SslContextBuilder.forServer(identity.key(), identity.chain().toArray(X509Certificate[]::new))
                // OpenSSL by tcnative would be faster, and 10 MB of native code to keep up with.
                .sslProvider(SslProvider.JDK)
                .protocols(TlsPolicy.PROTOCOLS)
                .ciphers(TlsPolicy.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .sessionTimeout(TlsPolicy.SESSION_SECONDS);
    }
}
