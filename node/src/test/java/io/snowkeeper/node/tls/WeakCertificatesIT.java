package io.snowkeeper.node.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Certificates of a good CA that could be forged. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WeakCertificatesIT {

    private static final String SHA_256 = "SHA256withRSA";

    private static final HexFormat HEX = HexFormat.of();

    /** How a certificate names its signature, but for the last byte: 11 is SHA256withRSA, 5 is SHA1withRSA. */
    private static final String RSA_SIGNATURE = "06092a864886f70d0101";

    @TempDir
    private static Path folder;

    private String zooKeeper;
    private X509Bundle ca;
    private X509Bundle strongRsa;
    private X509Bundle strong;
    private TestCa nodes;
    private TlsNode node;

    /** Why a certificate is refused; each of another name, since the same is logged once a minute. */
    enum Weakness {
        SHORT_KEY("the certificate of CN=%s has an RSA key of 1024 bits; at least 2048 are required"),
        OLD_SIGNATURE("the certificate of CN=%s is signed by SHA1withRSA; SHA-256 or better is required"),
        OLD_SIGNATURE_OF_ITS_AUTHORITY(
                "the certificate of CN=authority-%s is signed by SHA1withRSA; SHA-256 or better is required");

        private final String reason;

        Weakness(String reason) {
            this.reason = reason;
        }
    }

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = SharedZooKeeper.newConnectString();
        nodes = TestCa.in(folder, "nodes");
        ca = authority("CN=clients").rsa2048().buildSelfSigned();
        strongRsa = client("CN=strong").rsa2048().buildIssuedBy(ca, SHA_256);
        strong = client("CN=strong").buildIssuedBy(authority("CN=authority").buildIssuedBy(ca, SHA_256));
        Path cas = Files.writeString(folder.resolve("clients.pem"), ca.getCertificatePEM());
        node = TlsNode.start(zooKeeper, TestTls.showing(nodes.issue("node")).withClientCa(cas));
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
    }

    private static java.security.KeyPair rsa(int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    private static CertificateBuilder client(String subject) {
        return TestCa.builder(subject).addExtendedKeyUsageClientAuth();
    }

    private static CertificateBuilder authority(String subject) {
        return TestCa.builder(subject).setIsCertificateAuthority(true);
    }

    private X509Bundle weak(Weakness weakness, String name) throws Exception {
        return switch (weakness) {
            case SHORT_KEY -> client("CN=" + name).keyPair(rsa(1024)).buildIssuedBy(ca, SHA_256);
            case OLD_SIGNATURE -> signedAsOfOld(client("CN=" + name).buildIssuedBy(ca, SHA_256));
            case OLD_SIGNATURE_OF_ITS_AUTHORITY ->
                client("CN=" + name)
                        .buildIssuedBy(
                                signedAsOfOld(authority("CN=authority-" + name).buildIssuedBy(ca, SHA_256)));
        };
    }

    /** Signs a certificate of the CA again by SHA1withRSA, which nothing makes any more. */
    private X509Bundle signedAsOfOld(X509Bundle issued) throws Exception {
        String named =
                HEX.formatHex(issued.getCertificate().getEncoded()).replace(RSA_SIGNATURE + "0b", RSA_SIGNATURE + "05");
        byte[] certificate = HEX.parseHex(named);
        String signedPart = HEX.formatHex(issued.getCertificate().getTBSCertificate())
                .replace(RSA_SIGNATURE + "0b", RSA_SIGNATURE + "05");
        Signature signature = Signature.getInstance("SHA1withRSA");
        signature.initSign(ca.getKeyPair().getPrivate());
        signature.update(HEX.parseHex(signedPart));
        byte[] signed = signature.sign();
        System.arraycopy(signed, 0, certificate, certificate.length - signed.length, signed.length);
        X509Certificate read = (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
        return X509Bundle.fromCertificatePath(new X509Certificate[] {read}, ca.getCertificate(), issued.getKeyPair());
    }

    static Stream<Object[]> weakOnes() {
        return TlsPortsIT.portsAndVersions()
                .flatMap(at -> Stream.of(Weakness.values()).map(weakness -> new Object[] {at[0], at[1], weakness}));
    }

    @ParameterizedTest
    @MethodSource("weakOnes")
    void aWeakCertificateGetsNothingAndIsNamed(Port port, String version, Weakness weakness) throws Exception {
        String name = (weakness + "-" + port + version).toLowerCase(Locale.ROOT);
        try (LogCapture log = LogCapture.ofOurs()) {
            assertThat(ask(port, version, weak(weakness, name))).isEmpty();

            await().untilAsserted(() -> assertThat(log.lines("TLS: "))
                    .containsExactly("TLS: no connection from 127.0.0.1 on the %s port: %s"
                            .formatted(port.shown, weakness.reason.formatted(name))));
            assertThat(log.defects()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("io.snowkeeper.node.tls.TlsPortsIT#portsAndVersions")
    void aStrongOneOfTheSameCaIsAnswered(Port port, String version) throws Exception {
        assertThat(ask(port, version, strongRsa)).startsWith(port.answer);
        assertThat(ask(port, version, strong)).startsWith(port.answer);
    }

    @Test
    void weakCertificatesOfTheNodeAreNamedAndServed() throws Exception {
        X509Bundle old = TestCa.builder("CN=old")
                .keyPair(rsa(1024))
                .addSanIpAddress("127.0.0.1")
                .addExtendedKeyUsageServerAuth()
                .buildIssuedBy(ca, SHA_256);
        X509Bundle oldCa = authority("CN=old-ca").keyPair(rsa(1024)).buildIssuedBy(ca, SHA_256);
        TlsSettings settings = new TlsSettings(
                        Files.writeString(folder.resolve("old.pem"), old.getCertificatePEM()),
                        Files.writeString(folder.resolve("old.key"), old.getPrivateKeyPEM()))
                .withClientCa(Files.writeString(folder.resolve("old-ca.pem"), oldCa.getCertificatePEM()));

        try (LogCapture log = LogCapture.ofOurs();
                TlsNode weak = TlsNode.start(zooKeeper, settings)) {
            await().untilAsserted(() -> assertThat(log.lines("TLS: "))
                    .containsExactly(
                            "TLS: The certificate of CN=old in %s has an RSA key of 1024 bits; at least 2048 are required: clients may refuse it"
                                    .formatted(settings.certificate()),
                            "TLS: The certificate of CN=old-ca in %s has an RSA key of 1024 bits; at least 2048 are required: others may forge what it signs"
                                    .formatted(settings.clientCa().orElseThrow())));
        }
    }

    /** Presents a certificate, even if the JDK would not. */
    private String ask(Port port, String version, X509Bundle presented) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManager[] trust = {KeyStores.trusting(PemFile.read(nodes.file()).certificates())};
        context.init(new KeyManager[] {new Presenting(presented)}, trust, null);
        try (Socket plain = node.connect(port);
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", 0, true)) {
            socket.setEnabledProtocols(new String[] {version});
            return TlsNode.ask(port, socket);
        } catch (SSLException | SocketException e) {
            return "";
        }
    }

    private static final class Presenting extends X509ExtendedKeyManager {

        private final X509Bundle bundle;

        Presenting(X509Bundle bundle) {
            this.bundle = bundle;
        }

        @Override
        public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            String type = bundle.getCertificate().getPublicKey().getAlgorithm();
            return Stream.of(types).anyMatch(type::equals) ? "client" : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return bundle.getCertificatePath();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return bundle.getKeyPair().getPrivate();
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"client"};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException();
        }
    }
}
