package io.snowkeeper.node.tls.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class HandshakeLogTest {

    private static final InetSocketAddress CLIENT = new InetSocketAddress("127.0.0.1", 5);

    @Test
    void aCertificateThatCannotBeReadIsNoCutConnection() {
        Exception der = new IOException("extra data at the end");
        Throwable spoilt = new SSLHandshakeException("Failed to parse server certificates")
                .initCause(new CertificateException("Unable to initialize, " + der, der));

        assertThat(logged(spoilt))
                .containsExactly(
                        "TLS: no connection from 127.0.0.1 on the line port: Failed to parse server certificates");
    }

    @Test
    void aFailureThatIsAllOfTlsIsLogged() {
        assertThat(logged(new SSLHandshakeException("no cipher suites in common")))
                .containsExactly("TLS: no connection from 127.0.0.1 on the line port: no cipher suites in common");
    }

    @Test
    void aConnectionThatIsCutIsNotLogged() {
        assertThat(logged(new ClosedChannelException())).isEmpty();
        assertThat(logged(new IOException("Connection reset by peer"))).isEmpty();
    }

    @Test
    void aConnectionThatIsCutIsNotLoggedWhenTlsTellsOfIt() {
        assertThat(logged(new SSLException("closed", new ClosedChannelException())))
                .isEmpty();
    }

    private static List<String> logged(Throwable failure) {
        try (LogCapture log = LogCapture.ofOurs()) {
            new HandshakeLog(() -> 0).failed("line", CLIENT, failure);
            return log.lines("TLS: ");
        }
    }
}
