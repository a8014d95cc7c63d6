package io.snowkeeper.coordinator.zookeeper;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Signs certificates; all files are PEM. */
record TestAuthority(Path folder, String name, X509Bundle bundle) {

    static TestAuthority make(Path folder, String name) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Files.writeString(folder.resolve(name + ".pem"), bundle.getCertificatePEM());
        return new TestAuthority(folder, name, bundle);
    }

    /** Returns the file with its own certificate. */
    Path certificate() {
        return folder.resolve(name + ".pem");
    }

    /** Makes a certificate of 127.0.0.1 and returns the file with it and its key. */
    Path sign(String subject) throws Exception {
        return sign(subject, "127.0.0.1", Instant.now().plus(Duration.ofDays(1)));
    }

    Path sign(String subject, String address, Instant end) throws Exception {
        X509Bundle signed = new CertificateBuilder()
                .subject("CN=" + subject)
                .addSanIpAddress(address)
                .notBefore(end.minus(Duration.ofDays(2)))
                .notAfter(end)
                .buildIssuedBy(bundle);
        return Files.writeString(
                folder.resolve(subject + ".pem"), signed.getCertificatePathPEM() + "\n" + signed.getPrivateKeyPEM());
    }
}
