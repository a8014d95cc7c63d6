package io.snowkeeper.node.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateWatchTest {

    private static final Instant END = Instant.parse("2040-06-30T12:00:00Z");

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(END.minus(Duration.ofDays(30)));
    private TestCa ca;
    private TestCa.Issued served;

    @BeforeEach
    void makeCertificate() throws Exception {
        ca = TestCa.in(folder, "ca");
        served = ca.issue("node", END);
    }

    private CertificateWatch watch() {
        return new CertificateWatch(TestTls.showing(served), now::get);
    }

    @Test
    void whatIsNewIsTakenUpWhenTwoLooksHaveFoundIt() throws Exception {
        CertificateWatch watch = watch();
        TlsContexts before = watch.contexts();
        Instant end = END.plus(Duration.ofDays(365));
        ca.issue("next", end).replace(served);

        watch.look();
        assertThat(watch.contexts()).isSameAs(before);
        watch.look();

        assertThat(watch.identityExpiry()).isEqualTo(end);
    }

    @Test
    void whatIsTheSameIsLeftAlone() throws Exception {
        CertificateWatch watch = watch();
        TlsContexts before = watch.contexts();
        Files.writeString(served.key(), Files.readString(served.key()));

        watch.look();
        watch.look();

        assertThat(watch.contexts()).isSameAs(before);
    }

    @Test
    void aFileThatIsGoneIsNamedOnce() throws Exception {
        CertificateWatch watch = watch();
        Files.delete(served.key());

        assertThat(logged(watch, 4))
                .containsExactly(
                        "TLS: the file has changed and cannot be used, so its former content stays in force; mend it before the next start, which would fail: file does not exist: "
                                + served.key());
    }

    @Test
    void aCertificateThatIsGoodForLongIsNotNamed() {
        assertThat(logged(watch(), 2)).isEmpty();
    }

    @Test
    void aCertificateThatExpiresSoonIsNamedOnceADay() {
        CertificateWatch watch = watch();
        String line = "TLS: The certificate of CN=node in %s expires at 2040-06-30T12:00:00Z, in less than 14 days"
                .formatted(served.certificate());
        now.set(END.minus(Duration.ofDays(13)));
        assertThat(logged(watch, 2)).containsExactly(line);
        now.set(END.minus(Duration.ofDays(12)).minusMillis(1));
        assertThat(logged(watch, 2)).isEmpty();
        now.set(END.minus(Duration.ofDays(12)));

        assertThat(logged(watch, 2)).containsExactly(line);
    }

    @Test
    void aCertificateThatExpiresIsNamedAtOnce() {
        CertificateWatch watch = watch();
        now.set(END);
        logged(watch, 1);
        now.set(END.plusMillis(1));

        assertThat(logged(watch, 2))
                .containsExactly(
                        "TLS: The certificate of CN=node in %s has expired at 2040-06-30T12:00:00Z: connections that need it fail"
                                .formatted(served.certificate()));
    }

    @Test
    void aCertificateThatIsNotValidYetIsNamed() {
        CertificateWatch watch = watch();
        now.set(Instant.parse("2001-01-01T00:00:00Z"));

        assertThat(logged(watch, 1))
                .singleElement()
                .asString()
                .startsWith(
                        "TLS: The certificate of CN=node in %s is not valid before 20".formatted(served.certificate()));
    }

    @Test
    void aCaForClientsIsLookedAtAsWell() {
        CertificateWatch watch = new CertificateWatch(TestTls.showing(served).withClientCa(ca.file()), now::get);

        assertThat(logged(watch, 1))
                .singleElement()
                .asString()
                .startsWith("TLS: The certificate of CN=ca in %s has expired at ".formatted(ca.file()));
    }

    @Test
    void aNodeDoesNotStartWithFilesThatCannotBeUsed() throws Exception {
        Files.delete(served.key());

        assertThatThrownBy(this::watch).hasMessage("file does not exist: " + served.key());
    }

    private static List<String> logged(CertificateWatch watch, int looks) {
        try (LogCapture log = LogCapture.ofOurs()) {
            for (int i = 0; i < looks; i++) {
                watch.look();
            }
            return log.lines("TLS: ");
        }
    }
}
