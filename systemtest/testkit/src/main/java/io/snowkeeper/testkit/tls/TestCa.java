package io.snowkeeper.testkit.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A CA that signs a test's certificates, in PEM files. */
public final class TestCa {

    private static final char[] PASSWORD = {};

    /** Whole seconds, as in a certificate. */
    private final Instant end = Instant.now().plus(Duration.ofDays(90)).truncatedTo(ChronoUnit.SECONDS);

    private final Path folder;
    private final X509Bundle ca;
    private final Path file;

    private TestCa(Path folder, X509Bundle ca, Path file) {
        this.folder = folder;
        this.ca = ca;
        this.file = file;
    }

    /** A certificate that is good for clients and for servers, and its key. */
    public record Issued(Path certificate, Path key) {

        /** Puts copies in the places of another one's files, the certificate first. */
        public void replace(Issued other) throws IOException {
            replaceCertificate(other);
            replaceKey(other);
        }

        public void replaceCertificate(Issued other) throws IOException {
            replace(other.certificate, certificate);
        }

        public void replaceKey(Issued other) throws IOException {
            replace(other.key, key);
        }

        /** Atomically: no reader finds it half written. */
        private static void replace(Path file, Path by) throws IOException {
            Path copy = Files.copy(by, file.resolveSibling(file.getFileName() + ".new"));
            Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
        }

        /** Returns one file with both, as ZooKeeper takes them. */
        public Path both() throws IOException {
            return Files.writeString(
                    certificate.resolveSibling("both." + certificate.getFileName()),
                    Files.readString(certificate) + "\n" + Files.readString(key));
        }

        /** Returns the key managers with the certificate. */
        public KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            Certificate[] path = path();
            store.setKeyEntry("issued", privateKey(path[0].getPublicKey().getAlgorithm()), PASSWORD, path);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, PASSWORD);
            return factory.getKeyManagers();
        }

        private Certificate[] path() throws IOException, GeneralSecurityException {
            try (InputStream in = Files.newInputStream(certificate)) {
                return CertificateFactory.getInstance("X.509")
                        .generateCertificates(in)
                        .toArray(Certificate[]::new);
            }
        }

        private PrivateKey privateKey(String algorithm) throws IOException, GeneralSecurityException {
            String text = Files.readString(key).replaceAll("-----.*?-----", "");
            return KeyFactory.getInstance(algorithm)
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text)));
        }
    }

    public static TestCa in(Path folder, String name) throws Exception {
        X509Bundle ca = builder("CN=" + name).setIsCertificateAuthority(true).buildSelfSigned();
        Path file = Files.writeString(folder.resolve(name + ".ca.pem"), ca.getCertificatePEM());
        return new TestCa(folder, ca, file);
    }

    /** Returns the file with the CA's own certificate. */
    public Path file() {
        return file;
    }

    /** Returns when the certificates end for which nothing else is said, in 90 days. */
    public Instant end() {
        return end;
    }

    /** Issues a certificate for this machine; the name is that of its files as well. */
    public Issued issue(String name) throws Exception {
        return issue(name, end);
    }

    public Issued issue(String name, Instant until) throws Exception {
        return issue(name, builder("CN=" + name).notAfter(until));
    }

    /** Issues a certificate whose key takes its owner some milliseconds to sign with. */
    public Issued issueSlow(String name) throws Exception {
        return issue(name, builder("CN=" + name).algorithm(CertificateBuilder.Algorithm.rsa4096));
    }

    /** Issues a certificate for a host of this name alone. */
    public Issued issueFor(String host) throws Exception {
        return sign(host, builder("CN=" + host).addSanDnsName(host));
    }

    /** Issues a certificate for this machine with a test's settings. */
    public Issued issue(String name, CertificateBuilder builder) throws Exception {
        return sign(name, builder.addSanIpAddress("127.0.0.1").addSanDnsName("localhost"));
    }

    private Issued sign(String name, CertificateBuilder builder) throws Exception {
        X509Bundle issued = builder.addExtendedKeyUsageServerAuth()
                .addExtendedKeyUsageClientAuth()
                .buildIssuedBy(ca);
        return new Issued(
                Files.writeString(folder.resolve(name + ".pem"), issued.getCertificatePathPEM()),
                Files.writeString(folder.resolve(name + ".key"), issued.getPrivateKeyPEM()));
    }

    /** Returns a certificate that is valid for long, to be changed. */
    public static CertificateBuilder builder(String subject) {
        return new CertificateBuilder()
                .ecp256()
                .subject(subject)
                .notBefore(Instant.now().minus(Duration.ofDays(400)))
                .notAfter(Instant.now().plus(Duration.ofDays(400)));
    }

    /** Returns the context of a server with this certificate that trusts those that this CA has signed. */
    public SSLContext serverContext(Issued shown) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shown.keyManagers(), ca.toTrustManagerFactory().getTrustManagers(), null);
        return context;
    }
}
