package io.snowkeeper.client;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate and its key, in PEM files: an authority, or one that an authority has signed. */
record Certificates(Path folder, String name, X509Bundle bundle) {

    private static final char[] PASSWORD = {};

    /** Makes an authority. */
    static Certificates authority(Path folder, String name) throws Exception {
        return written(
                folder, name, builder(name).setIsCertificateAuthority(true).buildSelfSigned());
    }

    /**
     * Makes a certificate that this authority signs.
     *
     * @param subject what it is for: {@code ip:127.0.0.1} or {@code dns:localhost}
     */
    Certificates issue(String issued, String subject) throws Exception {
        String value = subject.substring(subject.indexOf(':') + 1);
        CertificateBuilder builder = builder(issued);
        return written(
                folder,
                issued,
                (subject.startsWith("ip:") ? builder.addSanIpAddress(value) : builder.addSanDnsName(value))
                        .buildIssuedBy(bundle));
    }

    private static CertificateBuilder builder(String name) {
        Instant now = Instant.now();
        return new CertificateBuilder()
                .ecp256()
                .subject("CN=" + name)
                .notBefore(now.minus(Duration.ofHours(1)))
                .notAfter(now.plus(Duration.ofDays(1)));
    }

    private static Certificates written(Path folder, String name, X509Bundle bundle) throws IOException {
        Certificates certificates = new Certificates(folder, name, bundle);
        Files.writeString(certificates.certificate(), bundle.getCertificatePEM());
        Files.writeString(certificates.key(), bundle.getPrivateKeyPEM());
        return certificates;
    }

    /** Returns the certificate in PEM. */
    Path certificate() {
        return folder.resolve(name + ".crt");
    }

    /** Returns the key in PEM. */
    Path key() {
        return folder.resolve(name + ".key");
    }

    /** Returns what a server uses that shows this certificate and trusts those of an authority. */
    SSLContext serverContext(Certificates authority) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry(name, bundle.getKeyPair().getPrivate(), PASSWORD, bundle.getCertificatePath());
        keys.init(own, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(authority.name(), authority.bundle().getCertificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
