package io.snowkeeper.loadtest.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The certificate authorities of a file. */
public final class TlsTrust {

    private final TrustManager[] managers;

    private TlsTrust(TrustManager[] managers) {
        this.managers = managers;
    }

    /**
     * Reads them.
     *
     * @throws IOException if the file has no certificates in PEM
     */
    public static TlsTrust read(Path file) throws IOException {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            for (Certificate ca : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca" + number++, ca);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            return new TlsTrust(factory.getTrustManagers());
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificates can be read from " + file, e);
        }
    }

    /** Returns a context that knows no sessions yet. */
    public SSLContext newContext() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }
}
