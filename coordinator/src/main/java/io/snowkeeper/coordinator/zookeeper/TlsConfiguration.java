package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreTls;
import java.nio.file.Path;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception;
import org.apache.zookeeper.common.X509Util;

/** The TLS configuration of ZooKeeper's client. */
final class TlsConfiguration {

    private static final String PEM = "PEM";

    private TlsConfiguration() {}

    /** @throws IllegalArgumentException if a file cannot be used */
    static ZKClientConfig of(StoreTls tls) {
        requireAuthorities(tls.authorities());
        tls.keyStore().ifPresent(TlsConfiguration::requireKeyStore);
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
        // With it, an address in the connect string is looked up, and the certificate has to have the name in DNS.
        config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        try (ClientX509Util names = new ClientX509Util()) {
            config.setProperty(
                    names.getSslTruststoreLocationProperty(), tls.authorities().toString());
            config.setProperty(names.getSslTruststoreTypeProperty(), PEM);
            tls.keyStore().ifPresent(keyStore -> {
                config.setProperty(names.getSslKeystoreLocationProperty(), keyStore.toString());
                config.setProperty(names.getSslKeystoreTypeProperty(), PEM);
            });
            // By itself, it would offer the newest alone.
            config.setProperty(names.getSslEnabledProtocolsProperty(), "TLSv1.3,TLSv1.2");
            config.setProperty(names.getSslHostnameVerificationEnabledProperty(), "true");
        }
        return config;
    }

    private static void requireAuthorities(Path file) {
        try {
            X509Util.createTrustManager(file.toString(), "", PEM, false, false, true, false, false, true);
        } catch (X509Exception e) {
            throw new IllegalArgumentException(
                    "no certificates in PEM can be read to trust ZooKeeper's: %s: %s".formatted(file, rootCause(e)), e);
        }
    }

    private static void requireKeyStore(Path file) {
        try {
            X509Util.createKeyManager(file.toString(), "", PEM);
        } catch (X509Exception e) {
            throw new IllegalArgumentException(
                    "no certificate with its private key (PKCS #8, no password) can be read in PEM to present to ZooKeeper: %s: %s"
                            .formatted(file, rootCause(e)),
                    e);
        }
    }

    private static String rootCause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }
}
