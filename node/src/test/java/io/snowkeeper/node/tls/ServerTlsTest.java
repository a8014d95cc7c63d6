package io.snowkeeper.node.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTlsTest {

    private static final Instant END = Instant.parse("2040-06-30T12:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void aLookThatFailsIsLoggedAndIsNotTheLast() throws Exception {
        TestCa.Issued served = TestCa.in(folder, "ca").issue("node", END);
        AtomicInteger looks = new AtomicInteger();
        InstantSource clock = () -> {
            if (looks.getAndIncrement() == 0) {
                throw new IllegalStateException("a defect");
            }
            return END.plusMillis(1);
        };

        try (LogCapture log = LogCapture.ofOurs();
                ServerTls tls = ServerTls.open(TestTls.showing(served), clock)) {
            tls.look();
            tls.look();

            assertThat(log.lines("TLS: "))
                    .containsExactly(
                            "TLS: the files could not be checked; those in service stay, and the next check is in 2 s",
                            "TLS: The certificate of CN=node in %s has expired at 2040-06-30T12:00:00Z: connections that need it fail"
                                    .formatted(served.certificate()));
        }
    }
}
