package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsConfigurationTest {

    @TempDir
    private Path folder;

    private TestCa.Issued issued;
    private Path authorities;

    @BeforeEach
    void makeAuthority() throws Exception {
        TestCa ca = TestCa.in(folder, "ca");
        issued = ca.issue("node");
        authorities = ca.file();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private void assertRefused(Path trusted, Optional<Path> keyStore, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsConfiguration.of(new StoreTls(trusted, keyStore)))
                .withMessage(message);
    }

    @Test
    void theClientIsToldToVerifyHostNamesAndToOfferBothVersions() throws IOException {
        Path keyStore = issued.both();
        ZKClientConfig config = TlsConfiguration.of(new StoreTls(authorities, Optional.of(keyStore)));
        assertThat(config.getProperty("zookeeper.client.secure")).isEqualTo("true");
        assertThat(config.getProperty("zookeeper.clientCnxnSocket"))
                .isEqualTo("org.apache.zookeeper.ClientCnxnSocketNetty");
        assertThat(config.getProperty("zookeeper.ssl.hostnameVerification")).isEqualTo("true");
        assertThat(config.getProperty("zookeeper.ssl.enabledProtocols")).isEqualTo("TLSv1.3,TLSv1.2");
        assertThat(config.getProperty("zookeeper.ssl.trustStore.location")).isEqualTo(authorities.toString());
        assertThat(config.getProperty("zookeeper.ssl.keyStore.location")).isEqualTo(keyStore.toString());
    }

    @Test
    void aFileWithoutCertificatesIsRefused() throws IOException {
        Path empty = file("empty.pem", "nothing");
        assertRefused(
                empty,
                Optional.empty(),
                "no certificates in PEM can be read to trust ZooKeeper's: %s: InvalidAlgorithmParameterException: the trustAnchors parameter must be non-empty"
                        .formatted(empty));
    }

    @Test
    void aMissingFileIsRefused() {
        Path missing = folder.resolve("missing.pem");
        assertRefused(
                missing,
                Optional.empty(),
                "no certificates in PEM can be read to trust ZooKeeper's: %s: NoSuchFileException: %s"
                        .formatted(missing, missing));
    }

    @Test
    void aKeyStoreWithoutAKeyIsRefused() {
        assertRefused(
                authorities,
                Optional.of(authorities),
                "no certificate with its private key (PKCS #8, no password) can be read in PEM to present to ZooKeeper: %s: KeyStoreException: did not find a private key"
                        .formatted(authorities));
    }

    @Test
    void aKeyStoreWithoutACertificateIsRefused() {
        Path key = issued.key();
        assertRefused(
                authorities,
                Optional.of(key),
                "no certificate with its private key (PKCS #8, no password) can be read in PEM to present to ZooKeeper: %s: CertificateException: Certificate file does not contain any certificates: %s"
                        .formatted(key, key));
    }
}
