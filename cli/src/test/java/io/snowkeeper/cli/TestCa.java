package io.snowkeeper.cli;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.snowkeeper.node.tls.ClientTls;
import io.snowkeeper.node.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A CA that signs what a test needs, in PEM files. */
public final class TestCa {

    /** Whole seconds, as in a certificate. */
    public static final Instant DEFAULT_END =
            Instant.now().plus(Duration.ofDays(90)).truncatedTo(ChronoUnit.SECONDS);

    private final Path folder;
    private final X509Bundle ca;
    private final Path file;

    private TestCa(Path folder, X509Bundle ca, Path file) {
        this.folder = folder;
        this.ca = ca;
        this.file = file;
    }

    /** A certificate that is good for clients and for servers on this machine, and its key. */
    public record Issued(Path certificate, Path key) {

        /** Writes over another one's files, the certificate first. */
        public void replace(Issued other) throws IOException {
            Files.copy(certificate, other.certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(key, other.key, StandardCopyOption.REPLACE_EXISTING);
        }

        public TlsSettings server() {
            return new TlsSettings(certificate, key);
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

    /** Issues a certificate that is valid for 90 days; the name is that of its files as well. */
    public Issued issue(String name) throws Exception {
        return issue(name, DEFAULT_END);
    }

    public Issued issue(String name, Instant until) throws Exception {
        return issue(name, builder("CN=" + name).notAfter(until));
    }

    /** Issues a certificate whose key takes its owner some milliseconds to sign with. */
    public Issued issueSlow(String name) throws Exception {
        return issue(name, builder("CN=" + name).algorithm(CertificateBuilder.Algorithm.rsa4096));
    }

    /** Issues a certificate for another host than this one. */
    public Issued issueFor(String host) throws Exception {
        return sign(host, builder("CN=" + host).addSanDnsName(host));
    }

    Issued issue(String name, CertificateBuilder builder) throws Exception {
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

    static CertificateBuilder builder(String subject) {
        return new CertificateBuilder()
                .ecp256()
                .subject(subject)
                .notBefore(Instant.now().minus(Duration.ofDays(400)))
                .notAfter(Instant.now().plus(Duration.ofDays(400)));
    }

    /** Returns a client that trusts this CA and presents nothing. */
    public ClientTls client() {
        return new ClientTls(Optional.of(file), Optional.empty(), Optional.empty());
    }

    /** Returns a client that trusts this CA and presents a certificate. */
    public ClientTls client(Issued identity) {
        return new ClientTls(Optional.of(file), Optional.of(identity.certificate()), Optional.of(identity.key()));
    }
}
