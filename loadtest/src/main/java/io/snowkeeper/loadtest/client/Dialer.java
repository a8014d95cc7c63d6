package io.snowkeeper.loadtest.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Opens innocents' connections. Thread-safe. */
public final class Dialer {

    private final int timeoutMillis;
    private final @Nullable TrustManagerFactory trusted;

    /** @param timeout how long to wait for a connection, and for each piece of an answer */
    public Dialer(Optional<Path> certificate, Duration timeout) throws IOException {
        this.timeoutMillis = (int) timeout.toMillis();
        this.trusted = certificate.isPresent() ? trusting(certificate.get()) : null;
    }

    private static TrustManagerFactory trusting(Path certificate) throws IOException {
        try (InputStream in = Files.newInputStream(certificate)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry(
                    "node", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            return trusted;
        } catch (GeneralSecurityException e) {
            throw new IOException("the node's certificate cannot be used: " + certificate, e);
        }
    }

    /** Returns a connection that is open; over TLS, after a whole handshake: no session is resumed. */
    public Socket dial(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.connect(address, timeoutMillis);
            return trusted == null ? socket : secured(socket, address, trusted);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static SSLSocket secured(Socket socket, InetSocketAddress address, TrustManagerFactory trusted)
            throws IOException {
        try {
            // A context of its own, since sessions belong to one.
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trusted.getTrustManagers(), null);
            SSLSocket secured = (SSLSocket) context.getSocketFactory()
                    .createSocket(socket, address.getAddress().getHostAddress(), address.getPort(), true);
            secured.startHandshake();
            return secured;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }
}
