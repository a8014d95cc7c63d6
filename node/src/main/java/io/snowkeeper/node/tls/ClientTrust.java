package io.snowkeeper.node.tls;

import io.snowkeeper.node.tls.handshake.RefusedCertificateException;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A trust manager that says of a client's certificate that is not good whose it is, and why. Whether it is good is
 * decided by a trust manager of the JDK.
 */
final class ClientTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager jdk;

    ClientTrust(X509ExtendedTrustManager jdk) {
        this.jdk = jdk;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        try {
            jdk.checkClientTrusted(chain, authType, engine);
        } catch (CertificateException e) {
            throw new RefusedCertificateException(reason(chain, e), e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        jdk.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        jdk.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        jdk.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        jdk.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        jdk.checkServerTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return jdk.getAcceptedIssuers();
    }

    /** Returns whether it is a CA's own, which a client may send as well. */
    private static boolean isRoot(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }

    private static String reason(X509Certificate[] chain, CertificateException refusal) {
        // The clock by which the JDK has just judged.
        Instant now = Instant.now();
        for (X509Certificate certificate : chain) {
            Date from = certificate.getNotBefore();
            Date until = certificate.getNotAfter();
            if (now.isAfter(until.toInstant())) {
                return "the certificate of %s has expired at %s"
                        .formatted(SubjectNames.of(certificate), until.toInstant());
            }
            if (now.isBefore(from.toInstant())) {
                return "the certificate of %s is not valid before %s"
                        .formatted(SubjectNames.of(certificate), from.toInstant());
            }
            Optional<String> weakness = CertificateStrength.weakness(certificate);
            if (weakness.isPresent() && !isRoot(certificate)) {
                return "the certificate of %s %s".formatted(SubjectNames.of(certificate), weakness.get());
            }
        }
        return "no CA for clients has signed the certificate of %s, or it is not for clients (%s)"
                .formatted(SubjectNames.of(chain[0]), refusal.getMessage());
    }
}
