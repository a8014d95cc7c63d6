package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFailureTest {

    static Stream<Arguments> causes() {
        return Stream.of(
                Arguments.of(new CertificateExpiredException("words"), "its certificate has expired"),
                Arguments.of(new CertificateNotYetValidException("words"), "its certificate is not valid yet"),
                Arguments.of(
                        new CertPathBuilderException("words"), "its certificate is not signed by a trusted authority"),
                Arguments.of(
                        invalid(BasicReason.INVALID_SIGNATURE), "its certificate is not signed by a trusted authority"),
                Arguments.of(
                        invalid(PKIXReason.NO_TRUST_ANCHOR), "its certificate is not signed by a trusted authority"),
                Arguments.of(invalid(BasicReason.ALGORITHM_CONSTRAINED), "its certificate is not trusted"),
                Arguments.of(new CertificateException("words"), "its certificate does not name a.example"),
                Arguments.of(new CertificateException("words") {}, "its certificate is not trusted"));
    }

    private static CertPathValidatorException invalid(CertPathValidatorException.Reason reason) {
        return new CertPathValidatorException("words", null, null, -1, reason);
    }

    @ParameterizedTest
    @MethodSource("causes")
    void isToldByTheKindOfWhatCausedIt(Exception cause, String reason) {
        String name = cause.getClass().getSimpleName();

        assertThat(describe("PKIX: " + cause, cause)).isEqualTo(reason + " (" + name + ": words)");
        assertThat(describe("(certificate_unknown) PKIX: " + cause, cause))
                .isEqualTo(reason + " (" + name + ": words)");
    }

    /** As JDKs have said it: of 17.0.15, of 17.0.21, and of TLS 1.3. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Received fatal alert: bad_certificate",
                "(bad_certificate) Received fatal alert: bad_certificate",
                "Received fatal alert: certificate_required",
                "Received fatal alert: unknown_ca"
            })
    void mayBeThatTheServerDoesNotAcceptOurCertificate(String message) {
        assertThat(describe(message, null))
                .isEqualTo("it rejects our certificate, or requires one (SSLHandshakeException: " + message + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Received fatal alert: handshake_failure", "Unsupported or unrecognized SSL message"})
    void mayBeAnythingElse(String message) {
        assertThat(describe(message, null))
                .isEqualTo("there was no handshake (SSLHandshakeException: " + message + ")");
    }

    @Test
    void mayHaveNoWords() {
        assertThat(TlsFailure.describe(new SSLException((String) null), "a.example"))
                .isEqualTo("there was no handshake (SSLException)");
    }

    private static String describe(String message, @Nullable Exception cause) {
        SSLHandshakeException failure = new SSLHandshakeException(message);
        failure.initCause(cause);
        return TlsFailure.describe(failure, "a.example");
    }
}
