package io.snowkeeper.node.tls;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * TLS of a client of ours.
 *
 * @param ca the CAs of the nodes' certificates; empty for the CAs that the JDK trusts
 * @param certificate the client's certificate; empty for none
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
     * Reads the files, and returns a factory of sockets. It does not compare the name of the host, as {@link #secure}
     * does: other users of the context have to request that.
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

    /**
     * Returns a connection over one that is there, which it closes with itself, to a server whose certificate is trusted and names
     * the host.
     *
     * @throws IOException if there is none; nothing was sent then
     */
    public static Socket secure(Socket plain, SSLContext context, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
