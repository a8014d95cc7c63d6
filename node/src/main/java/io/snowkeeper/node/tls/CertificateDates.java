package io.snowkeeper.node.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The dates between which the certificates of a file are valid.
 *
 * @param file where they are
 * @param certificates at least one
 */
record CertificateDates(Path file, List<X509Certificate> certificates) {

    /** How long before its end a certificate is named in the log. */
    static final Duration NOTICE = Duration.ofDays(14);

    /** Returns the warnings about certificates that are not valid, or not for long any more. */
    List<String> warnings(Instant now) {
        return certificates.stream()
                .flatMap(certificate -> warning(certificate, now).stream())
                .toList();
    }

    /** Returns when the first of them expires. */
    Instant expiry() {
        return certificates.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }

    /** Returns whether all of them are valid. */
    boolean include(Instant now) {
        return certificates.stream()
                .noneMatch(certificate -> now.isAfter(certificate.getNotAfter().toInstant())
                        || now.isBefore(certificate.getNotBefore().toInstant()));
    }

    private Optional<String> warning(X509Certificate certificate, Instant now) {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            return Optional.of(say(certificate, "has expired at " + until + ": connections that need it fail"));
        }
        if (now.isBefore(from)) {
            return Optional.of(say(certificate, "is not valid before " + from + ": connections that need it fail"));
        }
        if (now.isAfter(until.minus(NOTICE))) {
            return Optional.of(say(certificate, "expires at " + until + ", in less than 14 days"));
        }
        return Optional.empty();
    }

    private String say(X509Certificate certificate, String what) {
        return "The certificate of %s in %s %s".formatted(SubjectNames.of(certificate), file, what);
    }
}
