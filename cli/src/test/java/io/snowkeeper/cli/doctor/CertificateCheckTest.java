package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.tls.TlsSettings;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateCheckTest {

    @TempDir
    private static Path folder;

    private static TestCa ca;
    private static TestCa.Issued node;

    @BeforeAll
    static void issue() throws Exception {
        ca = TestCa.in(folder, "ca");
        node = ca.issue("node");
    }

    private static List<Finding> look(TlsSettings settings, Instant now) {
        return new CertificateCheck(Optional.of(settings), () -> now).look();
    }

    private static TlsSettings settings() {
        return new TlsSettings(node.certificate(), node.key());
    }

    @Test
    void aCertificateWithItsKeyIsFine() {
        assertThat(look(settings(), Instant.now())).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.OK);
            assertThat(finding.text()).matches("the certificate of CN=.+ and its key match, and are valid until .+Z");
        });
    }

    @Test
    void oneThatExpiresSoonIsWarnedOf() {
        assertThat(look(settings(), ca.end().minus(Duration.ofDays(1))))
                .isNotEmpty()
                .allSatisfy(finding -> {
                    assertThat(finding.outcome()).isEqualTo(Outcome.WARNING);
                    assertThat(finding.text()).contains("in less than 14 days").endsWith("; replace the file");
                });
    }

    @Test
    void oneThatHasExpiredIsNotFine() {
        assertThat(look(settings().withClientCa(ca.file()), ca.end().plus(Duration.ofDays(1))))
                .isNotEmpty()
                .allSatisfy(finding -> {
                    assertThat(finding.outcome()).isEqualTo(Outcome.FAILED);
                    assertThat(finding.text()).contains("has expired at");
                });
    }

    @Test
    void theKeyOfAnotherCertificateIsNotFine() throws Exception {
        Path other = ca.issue("other").key();

        assertThat(look(new TlsSettings(node.certificate(), other), Instant.now()))
                .containsExactly(Finding.failed(
                        "tls",
                        "the private key does not belong to the certificate: %s is not for %s"
                                .formatted(other, node.certificate())));
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        assertThat(look(settings().withClientCa(Path.of("no-such.pem")), Instant.now()))
                .containsExactly(Finding.failed("tls", "file does not exist: no-such.pem"));
    }

    @Test
    void plainPortsNeedNone() {
        assertThat(new CertificateCheck(Optional.empty(), Instant::now).look()).isEmpty();
    }
}
