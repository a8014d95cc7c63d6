package io.snowkeeper.node.report.fleet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node whose answer has no end. */
@Timeout(120)
class HttpPeerClientTest {

    private final HttpPeerClient client = new HttpPeerClient(Optional::empty);

    @AfterEach
    void close() {
        client.close();
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private CompletableFuture<?> ask(ServerSocket server) {
        return client.ask(URI.create("http://127.0.0.1:" + server.getLocalPort()))
                .toCompletableFuture();
    }

    @Test
    void oneThatStallsWithinItsAnswerIsGivenUpAndItsConnectionEnds() {
        // Again where a busy machine makes the node too slow to connect, or to ask, within the second that it waits.
        await().ignoreExceptions().untilAsserted(() -> {
            try (ServerSocket server = listen()) {
                server.setSoTimeout(5_000);
                assertStallEnds(ask(server), server);
            }
        });
    }

    private static void assertStallEnds(CompletableFuture<?> answer, ServerSocket server) throws IOException {
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
    void oneThatIsLookedUpForLongDoesNotHoldUpTheOthers() throws IOException {
        try (ServerSocket server = listen()) {
            IntStream.range(0, Peers.LANES).forEach(i -> ask(server));

            // A thread that has just been started has no stack trace yet, and is not listed.
            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("snowkeeper-peers-")))
                    .hasSizeGreaterThanOrEqualTo(Peers.LANES));
        }
    }
}
