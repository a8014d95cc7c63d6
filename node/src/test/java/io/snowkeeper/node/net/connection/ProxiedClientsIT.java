package io.snowkeeper.node.net.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowkeeper.node.security.AddressLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients of a proxy at 127.0.0.99, as the ports of a node know them: each address may have one connection. */
class ProxiedClientsIT {

    private static final String PROXY = "127.0.0.99";
    private static final String CREATE = """
            {"src":"c1","body":{"type":"sequence_create","sequence":"A","mode":"block","from":1,"to":9,"msg_id":1}}
            """;

    private static ConnectedNode node;

    @BeforeAll
    static void start() throws Exception {
        node = new ConnectedNode(
                        new ConnectionSettings(
                                Duration.ZERO, Set.of(ProxiedPort.values()), TrustedProxies.parse(PROXY)),
                        new AddressLimits(1, 0))
                .awaitIds();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    /** Each with addresses of its own: one that was closed just now may count for a moment. */
    private enum Version {
        FIRST("203.0.113.", "127.0.0.1"),
        SECOND("198.51.100.", "127.0.0.2");

        private final String network;
        private final String loopback;

        Version(String network, String loopback) {
            this.network = network;
            this.loopback = loopback;
        }

        String header(String client) throws UnknownHostException {
            return this == FIRST
                    ? "PROXY TCP4 %s 192.0.2.1 56324 443\r\n".formatted(client)
                    : "\r\n\r\n\0\r\nQUIT\n!\u0011\0\u000c"
                            + new String(InetAddress.getByName(client).getAddress(), ISO_8859_1)
                            + "\u00c0\0\u0002\u0001\u00dc\u0004\u0001\u00bb";
        }
    }

    static Stream<Arguments> portsAndVersions() {
        return Arrays.stream(ProxiedPort.values())
                .flatMap(port -> Arrays.stream(Version.values()).map(version -> arguments(port, version)));
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void theLimitOfAnAddressIsThatOfTheClientAndNotOfTheProxy(ProxiedPort port, Version version) throws IOException {
        try (Socket one = opened(port, version.header(version.network + 1));
                Socket other = opened(port, version.header(version.network + 2));
                Socket again = node.connect(port, PROXY)) {
            assertThat(answer(port, one)).contains(good(port));
            assertThat(answer(port, other)).contains(good(port));
            send(again, version.header(version.network + 1));
            assertThat(new String(again.getInputStream().readAllBytes(), ISO_8859_1))
                    .contains(
                            port == ProxiedPort.REDIS
                                    ? "max number of clients reached"
                                    : "too many connections of %s1: ".formatted(version.network));
        }
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void whoSaysThatItIsForThisMachineIsNotBelieved(ProxiedPort port, Version version) throws IOException {
        try (Socket socket = opened(port, version.header(version.loopback))) {
            send(
                    socket,
                    switch (port) {
                        case LINE -> CREATE;
                        case REDIS -> "SEQ.CREATE A BLOCK 1 9\r\n";
                        case HTTP ->
                            "POST /v1/sequences HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 2\r\n\r\n{}";
                    });
            assertThat(read(socket))
                    .contains(
                            switch (port) {
                                case LINE -> "\"code\": 22, \"text\": \"without --admin-token-file, ";
                                case REDIS -> "NOPERM";
                                case HTTP -> "HTTP/1.1 403 ";
                            });
        }
    }

    @Test
    void whoConnectsDirectlyIsWhoItSeems() throws IOException {
        try (Socket socket = node.connect(ProxiedPort.LINE, "127.0.0.5")) {
            // Until ZooKeeper is in time, too.
            await().untilAsserted(() -> {
                send(socket, CREATE);
                assertThat(read(socket)).contains("sequence_create_ok");
            });
        }
    }

    @Test
    void aProxyWithoutAHeaderIsNotLetIn() throws IOException {
        try (Socket socket = node.connect(ProxiedPort.LINE, PROXY)) {
            // To the end of a line of the PROXY protocol, which is awaited else.
            send(socket, CREATE.replace("\n", "\r\n"));

            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }

    private static Socket opened(ProxiedPort port, String header) throws IOException {
        Socket socket = node.connect(port, PROXY);
        send(socket, header);
        return socket;
    }

    private static String answer(ProxiedPort port, Socket socket) throws IOException {
        send(
                socket,
                switch (port) {
                    case LINE -> "{\"body\":{\"type\":\"time_info\"}}\n";
                    case REDIS -> "PING\r\n";
                    case HTTP -> "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
                });
        return read(socket);
    }

    private static String good(ProxiedPort port) {
        return switch (port) {
            case LINE -> "time_info_ok";
            case REDIS -> "+PONG";
            case HTTP -> "HTTP/1.1 200 ";
        };
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    /** Returns the bytes that come together. */
    private static String read(Socket socket) throws IOException {
        byte[] buffer = new byte[4096];
        int length = socket.getInputStream().read(buffer);
        return length < 0 ? "" : new String(buffer, 0, length, ISO_8859_1);
    }
}
