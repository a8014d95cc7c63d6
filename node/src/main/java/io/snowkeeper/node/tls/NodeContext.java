package io.snowkeeper.node.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a node's requests to other nodes: it presents its own certificate, and trusts the CA for clients, the
 * signers of its own certificate, and the CAs that the JDK trusts. So it works where all nodes have one CA, or one
 * certificate.
 */
final class NodeContext {

    private NodeContext() {}

    static SSLContext of(Credentials credentials) throws GeneralSecurityException {
        List<X509Certificate> trusted = new ArrayList<>(credentials.identity().chain());
        credentials.clientCaDates().ifPresent(cas -> trusted.addAll(cas.certificates()));
        trusted.addAll(ofTheJdk());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                KeyStores.presenting(credentials.identity()), new TrustManager[] {KeyStores.trusting(trusted)}, null);
        return context;
    }

    private static List<X509Certificate> ofTheJdk() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        @Nullable KeyStore theDefault = null;
        factory.init(theDefault);
        List<X509Certificate> all = new ArrayList<>();
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager known) {
                all.addAll(List.of(known.getAcceptedIssuers()));
            }
        }
        return all;
    }
}
