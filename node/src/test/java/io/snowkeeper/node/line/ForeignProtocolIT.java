package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client with another protocol gets an error and nothing done, so that a page in a browser cannot send lines. */
class ForeignProtocolIT {

    private static final String GENERATE =
            "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}\n";
    private static final String NOT_HTTP = refusal("HTTP; the node answers that on its HTTP port");
    private static final String NOT_TLS = refusal("TLS");

    private LineServer server;
    private InetSocketAddress address;

    @BeforeEach
    void startServer() throws IOException {
        server = new LineServer(LineServerSettings.on("127.0.0.1", 0), TestNode.live("n1"));
        address = server.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\r\nhost: 127.0.0.1:7070\r\ncontent-type: text/plain\r\n\r\n",
                "POST /v1/ids?x={\"a\" HTTP/1.1\nhost: x\n\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.0\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\n\r\n",
                "PUT /a b c HTTP/1.1\r\n\r\n",
                "GET /a\u0085b HTTP/1.1\r\n\r\n",
                "GET /a\rb HTTP/1.1\r\n\r\n",
                "GET  / HTTP/1.1 \t\r\n\r\n",
                "CONNECT 127.0.0.1:7070 HTTP/1.1\r\n\r\n",
                "x-own!method http://127.0.0.1:7070/ HTTP/1.1\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void theLinesBehindAnHttpRequestAreNotAnswered(String head) throws IOException {
        assertThat(exchange(head + GENERATE.repeat(3))).isEqualTo(NOT_HTTP);
        assertThat(idsIssued()).isZero();
        await("closed").until(() -> server.connections() == 0);
    }

    @Test
    void theLinesBehindAnHttpRequestAreNotAnsweredHoweverItIsCut() throws Exception {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setTcpNoDelay(true);
            sendInPieces(socket, "POST / HTTP/1.1\r\nhost: x\r\n\r\n" + GENERATE);

            assertThat(text(socket)).isEqualTo(NOT_HTTP);
        }
        assertThat(idsIssued()).isZero();
    }

    @Test
    void whatAClientPostsIsNotAnswered() {
        HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + "/"))
                .header("content-type", "text/plain")
                .timeout(Patience.LIMIT)
                .POST(HttpRequest.BodyPublishers.ofString(GENERATE.repeat(100)))
                .build();

        assertThatThrownBy(() -> HttpClient.newHttpClient().send(post, BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
        assertThat(idsIssued()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\n"
            })
    void theLinesBehindATlsHandshakeAreNotAnswered(String hello) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write(hello.getBytes(ISO_8859_1));

            assertThat(text(socket)).isEqualTo(NOT_TLS);
        }
        assertThat(exchange(hello + "\n" + GENERATE)).isEqualTo(NOT_TLS);
        assertThat(idsIssued()).isZero();
    }

    @Test
    void aClientThatBeginsTlsIsNotLeftWaiting() throws IOException {
        try (SSLSocket socket =
                (SSLSocket) SSLSocketFactory.getDefault().createSocket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(Patience.LIMIT_MILLIS);

            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void aLaterLineThatLooksLikeHttpIsALineThatIsWrong() throws IOException {
        assertThat(exchange(GENERATE + "GET / HTTP/1.1\r\n" + GENERATE).lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("generate_ok"),
                        second -> assertThat(second)
                                .contains(
                                        "\"code\": 12, \"text\": \"line must be one JSON object: it is not JSON near byte "),
                        third -> assertThat(third).contains("generate_ok"));
    }

    private static void sendInPieces(Socket socket, String bytes) throws InterruptedException {
        try {
            for (String piece : bytes.split("(?<=\\G..)")) {
                socket.getOutputStream().write(piece.getBytes(US_ASCII));
                Thread.sleep(1);
            }
        } catch (IOException e) {
            // The server does not read on for ever: its answer gives the reason.
        }
    }

    private long idsIssued() {
        return RequestCounters.ids(server.tallies());
    }

    /** Sends bytes, ends its side, and returns all that comes. */
    private String exchange(String bytes) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            socket.shutdownOutput();
            return text(socket);
        }
    }

    private static String text(Socket socket) throws IOException {
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }

    private static String refusal(String what) {
        return "{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 12, \"text\":"
                + " \"this port speaks the line protocol, one JSON object a line, and not " + what
                + "; the connection is closed\", \"in_reply_to\": null, \"msg_id\": 0}}\n";
    }
}
