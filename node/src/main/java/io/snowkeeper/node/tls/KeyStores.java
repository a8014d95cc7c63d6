package io.snowkeeper.node.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The JDK's key and trust managers over the contents of PEM files; nothing of it is written to a disk. */
final class KeyStores {

    private static final char[] NO_PASSWORD = {};

    private KeyStores() {}

    /** Returns a trust manager of these CAs and no others. */
    static X509ExtendedTrustManager trusting(List<X509Certificate> cas) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(storeOf(cas));
        return managerOf(factory);
    }

    /** Returns a trust manager of these CAs and no others for certificates that also pass a checker. */
    static X509ExtendedTrustManager trusting(List<X509Certificate> cas, PKIXCertPathChecker checker)
            throws GeneralSecurityException {
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(storeOf(cas), new X509CertSelector());
        // As the JDK does by default: there are no lists of revoked certificates.
        parameters.setRevocationEnabled(false);
        parameters.addCertPathChecker(checker);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(new CertPathTrustManagerParameters(parameters));
        return managerOf(factory);
    }

    private static KeyStore storeOf(List<X509Certificate> cas) throws GeneralSecurityException {
        KeyStore store = empty();
        for (int i = 0; i < cas.size(); i++) {
            store.setCertificateEntry("ca" + i, cas.get(i));
        }
        return store;
    }

    private static X509ExtendedTrustManager managerOf(TrustManagerFactory factory) {
        return Stream.of(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Returns a key manager with a certificate. */
    static KeyManager[] presenting(KeyPair pair) throws GeneralSecurityException {
        KeyStore store = empty();
        store.setKeyEntry("key", pair.key(), NO_PASSWORD, pair.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new IllegalStateException("nothing is read", e);
        }
        return store;
    }
}
