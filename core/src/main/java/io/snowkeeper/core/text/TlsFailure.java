package io.snowkeeper.core.text;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cause of a failed TLS connection, in words of our own; those of the JDK, which change from one release to the next, come
 * after them.
 */
public final class TlsFailure {

    /** The alerts, as RFC 8446 names them, of a server that does not accept a client's certificate. */
    private static final Set<String> ALERTS_OVER_OUR_CERTIFICATE = Set.of(
            "bad_certificate",
            "unsupported_certificate",
            "certificate_revoked",
            "certificate_expired",
            "certificate_unknown",
            "unknown_ca",
            "access_denied",
            "certificate_required");

    private TlsFailure() {}

    /**
     * Returns the reason, and the JDK's words for it.
     *
     * @param host the name required of the server's certificate
     */
    public static String describe(Throwable failure, String host) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String name = root.getClass().getSimpleName();
        return "%s (%s)"
                .formatted(reason(failure, host), root.getMessage() == null ? name : name + ": " + root.getMessage());
    }

    private static String reason(Throwable failure, String host) {
        if (has(failure, CertificateExpiredException.class)) {
            return "its certificate has expired";
        }
        if (has(failure, CertificateNotYetValidException.class)) {
            return "its certificate is not valid yet";
        }
        if (has(failure, CertPathBuilderException.class) || isByAnother(failure)) {
            return "its certificate is not signed by a trusted authority";
        }
        if (has(failure, CertPathValidatorException.class)) {
            return "its certificate is not trusted";
        }
        // For a wrong name, the JDK has no type of its own.
        CertificateException refused = find(failure, CertificateException.class);
        if (refused != null) {
            return refused.getClass() == CertificateException.class
                    ? "its certificate does not name " + host
                    : "its certificate is not trusted";
        }
        return isOverOurCertificate(failure) ? "it rejects our certificate, or requires one" : "there was no handshake";
    }

    private static boolean isByAnother(Throwable failure) {
        CertPathValidatorException refused = find(failure, CertPathValidatorException.class);
        return refused != null
                && (refused.getReason() == PKIXReason.NO_TRUST_ANCHOR
                        || refused.getReason() == BasicReason.INVALID_SIGNATURE);
    }

    private static boolean isOverOurCertificate(Throwable failure) {
        String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return text.contains("alert") && ALERTS_OVER_OUR_CERTIFICATE.stream().anyMatch(text::contains);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type) != null;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
