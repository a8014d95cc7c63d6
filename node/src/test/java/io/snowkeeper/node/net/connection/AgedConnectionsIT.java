package io.snowkeeper.node.net.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.security.AddressLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ends of connections, of whole ports, whose clients never stop to ask. */
class AgedConnectionsIT {

    private static final int TOGETHER = 20;
    private static final Duration AGE = Duration.ofSeconds(1);

    private static ConnectedNode node;

    @BeforeAll
    static void start() throws Exception {
        node = new ConnectedNode(ConnectionSettings.ofAge(AGE), AddressLimits.NONE).awaitIds();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"LINE", "REDIS"})
    void aClientThatSendsWithoutAPauseGetsEachAnswerWholeAndThenTheEnd(ProxiedPort port) {
        String request = port == ProxiedPort.LINE
                ? "{\"src\":\"c1\",\"body\":{\"type\":\"generate\"}}\n"
                : "*1\r\n$7\r\nID.NEXT\r\n";
        Pattern whole = Pattern.compile(
                port == ProxiedPort.LINE
                        ? "\\{\"src\": \"n1\", .*\"type\": \"generate_ok\", \"id\": \\d+, .*}}"
                        : ":\\d+");
        Exchange exchange = exchange(port, request, port == ProxiedPort.LINE ? "}}" : ":");

        assertThat(exchange.answers()).endsWith(port == ProxiedPort.LINE ? "}}\n" : "\r\n");
        assertThat(exchange.answers()
                        .lines()
                        .filter(answer -> !whole.matcher(answer).matches()))
                .isEmpty();
        assertThat(exchange.answers().lines().count()).isPositive().isLessThanOrEqualTo(exchange.sent());
    }

    /**
     * What a client got on a connection.
     *
     * @param sent for how many requests
     * @param reset whether it ended by an error
     * @param longestPause how long the client sent nothing
     */
    private record Exchange(String answers, long sent, boolean reset, Duration longestPause) {

        /** The node gives a client a tenth of the connection's age to send once more. */
        boolean isOfClientThatStoodStill() {
            return longestPause.compareTo(AGE.dividedBy(10)) >= 0;
        }
    }

    /**
     * Sends over a connection of its own until it ends; once more where the expected part did not come to a client that had stood still
     * for too long.
     */
    private static Exchange exchange(ProxiedPort port, String request, String expected) {
        Exchange found = await().until(
                        () -> exchange(port, request),
                        each -> !each.reset() && each.answers().contains(expected) || !each.isOfClientThatStoodStill());
        assertThat(found.reset()).isFalse();
        return found;
    }

    private static Exchange exchange(ProxiedPort port, String request) throws IOException, InterruptedException {
        AtomicLong sent = new AtomicLong();
        AtomicLong pauseNanos = new AtomicLong();
        try (Socket socket = node.connect(port, "127.0.0.1")) {
            Thread sender = new Thread(() -> send(socket, request.repeat(TOGETHER), sent, pauseNanos));
            sender.start();
            ByteArrayOutputStream answers = new ByteArrayOutputStream();
            boolean reset = false;
            try {
                socket.getInputStream().transferTo(answers);
            } catch (IOException e) {
                reset = true;
            }
            // The node drops further input, and then the client has to end it.
            socket.close();
            sender.join();
            return new Exchange(answers.toString(US_ASCII), sent.get(), reset, Duration.ofNanos(pauseNanos.get()));
        }
    }

    /** Never quiet, and no faster than its answers fit into memory. */
    private static void send(Socket socket, String requests, AtomicLong sent, AtomicLong pauseNanos) {
        long last = System.nanoTime();
        try {
            while (true) {
                sent.addAndGet(TOGETHER);
                socket.getOutputStream().write(requests.getBytes(US_ASCII));
                long now = System.nanoTime();
                pauseNanos.accumulateAndGet(now - last, Math::max);
                last = now;
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            // The node has ended the connection, and we have closed it.
        }
    }

    @Test
    void overHttpTheLastAnswerOfAClientThatSendsWithoutAPauseSaysSo() {
        String request = "POST /v1/ids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
        Exchange exchange = exchange(ProxiedPort.HTTP, request, "connection: close");

        String answers = exchange.answers();
        String last = answers.substring(answers.lastIndexOf("HTTP/1.1 "));
        assertThat(last)
                .startsWith("HTTP/1.1 200 ")
                .contains("connection: close\r\n")
                .endsWith("}");
        assertThat(answers.substring(0, answers.length() - last.length())).doesNotContain("connection: close");
        assertThat(Pattern.compile("HTTP/1\\.1 200 ").matcher(answers).results().count())
                .isEqualTo(Pattern.compile("HTTP/1\\.1 ")
                        .matcher(answers)
                        .results()
                        .count())
                .isLessThanOrEqualTo(exchange.sent());
    }

    @Test
    void aClientOfAnyPortThatAsksNothingSeesTheEndAsWell() throws IOException {
        try (Socket line = node.connect(ProxiedPort.LINE, "127.0.0.1");
                Socket redis = node.connect(ProxiedPort.REDIS, "127.0.0.1");
                Socket http = node.connect(ProxiedPort.HTTP, "127.0.0.1")) {
            assertThat(line.getInputStream().read()).isEqualTo(-1);
            assertThat(redis.getInputStream().read()).isEqualTo(-1);
            assertThat(http.getInputStream().read()).isEqualTo(-1);
        }
    }
}
