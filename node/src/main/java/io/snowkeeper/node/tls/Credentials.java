package io.snowkeeper.node.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The credentials that a node needs for TLS.
 *
 * @param identity its certificate and key
 * @param identityDates the certificate's validity
 * @param clientCaDates the CA certificates for its clients, and their validity; empty if clients need none
 */
record Credentials(KeyPair identity, CertificateDates identityDates, Optional<CertificateDates> clientCaDates) {

    /** Returns the warnings about certificates that are weak, not valid, or not for long any more. */
    List<String> warnings(Instant now) {
        Stream<String> weak = Stream.concat(
                weak(identityDates, CertificateStrength::weakness, "clients may refuse it"),
                clientCaDates.stream()
                        .flatMap(cas -> weak(cas, CertificateStrength::keyWeakness, "others may forge what it signs")));
        Stream<String> dated = Stream.concat(Stream.of(identityDates), clientCaDates.stream())
                .flatMap(dates -> dates.warnings(now).stream());
        return Stream.concat(weak, dated).toList();
    }

    /** Returns whether all certificates are valid. */
    boolean areValid(Instant now) {
        return identityDates.include(now)
                && clientCaDates.map(dates -> dates.include(now)).orElse(true);
    }

    private static Stream<String> weak(
            CertificateDates of, Function<X509Certificate, Optional<String>> weakness, String consequence) {
        return of.certificates().stream()
                .flatMap(certificate -> weakness.apply(certificate).stream()
                        .map(what -> "The certificate of %s in %s %s: %s"
                                .formatted(SubjectNames.of(certificate), of.file(), what, consequence)));
    }
}
