package io.snowkeeper.node.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemFileTest {

    @TempDir
    private static Path folder;

    private static TestCa ca;
    private static TestCa.Issued issued;

    @BeforeAll
    static void makeCertificates() throws Exception {
        ca = TestCa.in(folder, "ca");
        issued = ca.issue("node");
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"ecp256", "ecp384", "rsa2048", "ed25519"})
    void readsAPairOfEachUsualAlgorithm(Algorithm algorithm) throws Exception {
        TestCa.Issued pair = ca.issue(algorithm.name(), TestCa.builder("CN=a").algorithm(algorithm));

        assertThat(KeyPair.of(PemFile.read(pair.certificate()), PemFile.read(pair.key()))
                        .certificate()
                        .getSubjectX500Principal()
                        .getName())
                .isEqualTo("CN=a");
    }

    @Test
    void readsCertificatesAmongOtherText() throws Exception {
        String text =
                "0: a note\n" + Files.readString(issued.certificate()) + "another\n" + Files.readString(ca.file());
        Path file = Files.writeString(folder.resolve("chain.pem"), text);

        assertThat(PemFile.read(file).certificates()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void saysHowToConvertAKeyInAnOlderForm(String kind) throws Exception {
        Path file = key("old.key", kind);

        assertThatThrownBy(() -> PemFile.read(file).privateKey())
                .hasMessage(
                        "the private key is not in PKCS#8 but a '%s': %s; convert it with: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem",
                        kind, file, file);
    }

    @Test
    void saysHowToConvertAnEncryptedKey() throws Exception {
        Path file = key("encrypted.key", "ENCRYPTED PRIVATE KEY");

        assertThatThrownBy(() -> PemFile.read(file).privateKey())
                .hasMessage(
                        "the private key is encrypted: %s; convert it with: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem",
                        file, file);
    }

    @Test
    void saysHowToConvertAKeyThatIsEncryptedInAnOlderForm() throws Exception {
        Path file = Files.writeString(folder.resolve("old-encrypted.key"), """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF

                AAAA
                -----END RSA PRIVATE KEY-----
                """);

        assertThatThrownBy(() -> PemFile.read(file).privateKey())
                .hasMessage(
                        "the private key is encrypted: %s; convert it with: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem",
                        file, file);
    }

    @Test
    void refusesAKeyOfAnotherCertificate() throws Exception {
        TestCa.Issued other = ca.issue("other");

        assertThatThrownBy(() -> KeyPair.of(PemFile.read(issued.certificate()), PemFile.read(other.key())))
                .hasMessage(
                        "the private key does not belong to the certificate: %s is not for %s",
                        other.key(), issued.certificate());
    }

    @Test
    void refusesAKeyOfAnotherAlgorithm() throws Exception {
        TestCa.Issued other = ca.issue("rsa", TestCa.builder("CN=rsa").algorithm(Algorithm.rsa2048));

        assertThatThrownBy(() -> KeyPair.of(PemFile.read(issued.certificate()), PemFile.read(other.key())))
                .hasMessage(
                        "the private key does not belong to the certificate: %s is not for %s",
                        other.key(), issued.certificate());
    }

    @Test
    void refusesWhatIsNotThere() {
        Path file = folder.resolve("absent.pem");

        assertThatThrownBy(() -> PemFile.read(file)).hasMessage("file does not exist: %s", file);
    }

    @Test
    void refusesAFileWithoutACertificate() {
        assertThatThrownBy(() -> PemFile.read(issued.key()).certificates())
                .hasMessage("no certificate in PEM (-----BEGIN CERTIFICATE-----): %s", issued.key());
    }

    @Test
    void refusesAFileWithoutAKey() {
        assertThatThrownBy(() -> PemFile.read(issued.certificate()).privateKey())
                .hasMessage("no private key in PEM (-----BEGIN PRIVATE KEY-----): %s", issued.certificate());
    }

    @Test
    void refusesABrokenCertificate() throws Exception {
        Path file = Files.writeString(
                folder.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");

        assertThatThrownBy(() -> PemFile.read(file).certificates()).hasMessage("a certificate is broken: %s", file);
    }

    @Test
    void tellsNothingOfABrokenKey() throws Exception {
        Path file = key("broken.key", "PRIVATE KEY");

        assertThatThrownBy(() -> PemFile.read(file).privateKey())
                .hasMessage("the private key is broken, or neither RSA, EC nor EdDSA: %s", file);
    }

    @Test
    void tellsNothingOfAKeyWhenItIsPrinted() {
        assertThat(TlsFiles.read(TestTls.showing(issued)).toString())
                .isEqualTo("TlsFiles[certificate=PemFile[%s], key=PemFile[%s], clientCa=Optional.empty]"
                        .formatted(issued.certificate(), issued.key()));
        assertThat(TlsFiles.read(TestTls.showing(issued))
                        .credentials()
                        .identity()
                        .toString())
                .isEqualTo("KeyPair[CN=node]");
    }

    private static Path key(String name, String kind) throws Exception {
        return Files.writeString(
                folder.resolve(name), "-----BEGIN %s-----\nAAAA\n-----END %s-----\n".formatted(kind, kind));
    }

    @Test
    void aPipeIsNoPemFile() throws Exception {
        Path pipe = folder.resolve("pipe.pem");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> PemFile.read(pipe))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "file cannot be read: java.nio.file.FileSystemException: " + pipe + ": is not a regular file");
    }
}
