package io.snowkeeper.node.report.fleet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a node that answers, and not to the end. */
@Timeout(30)
class HttpPeerClientTest {

    private final HttpPeerClient client = new HttpPeerClient(Optional::empty);

    private ServerSocket server;
    private URI url;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        url = URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        client.close();
    }

    @Test
    void oneThatStallsWithinItsAnswerIsGivenUpAndItsConnectionEnds() throws IOException {
        CompletableFuture<?> answer = client.ask(url, 0, 0).toCompletableFuture();
        try (Socket connection = server.accept()) {
            connection.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".getBytes(US_ASCII));

            assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(PeerFailureException.class)
                    .hasMessage("no answer within 1000 ms");
            // Reads on until the client has closed it.
            connection.setSoTimeout(20_000);
            assertThat(connection.getInputStream().readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void oneThatIsLookedUpForLongDoesNotHoldUpTheOthers() {
        IntStream.range(0, Peers.LANES).forEach(i -> client.ask(url, 0, 0));

        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("snowkeeper-peers-")))
                .hasSizeGreaterThanOrEqualTo(Peers.LANES);
    }
}
