package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.testkit.net.LineClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two clients, at 127.0.0.1 and 127.0.0.2, of a line server that limits each client. */
class ClientLimitsIT {

    private static final String GENERATE =
            "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}\n";

    private LineServer server;
    private InetSocketAddress address;

    @AfterEach
    void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void oneConnectionTooManyOfAnAddressIsToldSoAndClosed(Transport transport) throws IOException {
        start(transport, new AddressLimits(2, 0));
        try (LineClient first = LineClient.connect(address);
                LineClient second = LineClient.connect(address)) {
            first.ask(GENERATE.strip());
            second.ask(GENERATE.strip());

            assertThat(exchange("127.0.0.1", GENERATE))
                    .isEqualTo("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11,"
                            + " \"text\": \"too many connections of 127.0.0.1: at most 2 are served at once\","
                            + " \"reason\": \"too-many-connections\", \"in_reply_to\": null, \"msg_id\": 0}}\n");
            assertThat(exchange("127.0.0.2", GENERATE)).contains("generate_ok");
            assertThat(first.ask(GENERATE.strip())).contains("generate_ok");
            assertThat(server.refusals()).isEqualTo(new Refusals(0, 1, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatEndsMakesRoomForAnotherOfItsAddress(Transport transport) throws IOException {
        start(transport, new AddressLimits(1, 0));
        for (int i = 0; i < 10; i++) {
            assertThat(exchange("127.0.0.1", GENERATE)).contains("generate_ok");
            await().until(() -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsBeyondTheRateOfAnAddressAreRefusedInTheirPlaces(Transport transport) throws IOException {
        start(transport, new AddressLimits(0, 5));

        List<String> answers =
                exchange("127.0.0.1", GENERATE.repeat(5_000)).lines().toList();
        assertThat(answers).hasSize(5_000);
        assertThat(answers.subList(0, 5)).allMatch(answer -> answer.contains("generate_ok"));
        long refused = answers.stream()
                .filter(
                        answer -> answer.matches(
                                "\\{\"src\": \"n1\", \"dest\": \"c1\", \"body\": \\{\"type\": \"error\", \"code\": 11,"
                                        + " \"text\": \"rate of 5 requests/s of 127\\.0\\.0\\.1 is used up, retry in \\d+ ms\","
                                        + " \"reason\": \"too-many-requests\", \"begun\": false, \"in_reply_to\": 2, \"msg_id\": \\d+}}"))
                .count();
        assertThat(refused)
                .isPositive()
                .isEqualTo(5_000
                        - answers.stream()
                                .filter(answer -> answer.contains("generate_ok"))
                                .count());
        assertThat(exchange("127.0.0.2", GENERATE)).contains("generate_ok");
        assertThat(server.refusals()).isEqualTo(new Refusals(0, 0, refused));
    }

    private void start(Transport transport, AddressLimits limits) throws IOException {
        server = new LineServer(
                LineServerSettings.on("127.0.0.1", 0).with(new SecuritySettings(Optional.empty(), limits)),
                TestNode.live("n1"),
                transport);
        address = server.start();
    }

    /** Sends lines from an address, ends its side, and returns all that comes. */
    private String exchange(String from, String lines) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort(), InetAddress.getByName(from), 0)) {
            Thread sender = new Thread(() -> send(socket, lines));
            sender.start();
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    private static void send(Socket socket, String lines) {
        try {
            socket.getOutputStream().write(lines.getBytes(US_ASCII));
            socket.shutdownOutput();
        } catch (IOException e) {
            // The server has closed: its answer gives the reason.
        }
    }
}
