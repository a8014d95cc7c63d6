package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.redis.RedisSettings;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.testkit.time.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A whole node that speaks TLS, with the view of its ports' clients. */
final class TlsNode implements AutoCloseable {

    private final Node node;
    private final InetSocketAddress line;

    private TlsNode(Node node) throws Exception {
        this.node = node;
        line = node.start();
    }

    /** The ports of a node, and a question that is answered whether the node has a worker id or not. */
    enum Port {
        LINE(
                "line",
                "{\"src\":\"c1\",\"body\":{\"type\":\"status\",\"msg_id\":1}}\n",
                "{\"src\": \"n1\", \"dest\": \"c1\","),
        REDIS("redis", "PING\r\n", "+PONG"),
        HTTP("HTTP", "GET /livez HTTP/1.1\r\nhost: node\r\n\r\n", "HTTP/1.1 200 OK");

        /** The log's name for it. */
        final String shown;

        final String question;

        /** How the first line of the answer begins. */
        final String answer;

        Port(String shown, String question, String answer) {
            this.shown = shown;
            this.question = question;
            this.answer = answer;
        }
    }

    static TlsNode start(String connectString, TlsSettings tls) throws Exception {
        return start(connectString, tls, 1000);
    }

    static TlsNode start(String connectString, TlsSettings tls, SecuritySettings security) throws Exception {
        return start(connectString, tls, 1000, security);
    }

    static TlsNode start(String connectString, TlsSettings tls, int maxConnections) throws Exception {
        return start(connectString, tls, maxConnections, SecuritySettings.NONE);
    }

    private static TlsNode start(String connectString, TlsSettings tls, int maxConnections, SecuritySettings security)
            throws Exception {
        MemberSettings fleet = MemberSettings.builder("n1")
                .connectString(connectString)
                .window(Duration.ofSeconds(30))
                .sessionTimeout(Duration.ofSeconds(30))
                .maxSkew(Duration.ofSeconds(5))
                .sequenceTimeout(Duration.ofMinutes(1))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        HttpServerSettings http = new HttpServerSettings(
                        "127.0.0.1",
                        0,
                        1000,
                        maxConnections,
                        HttpServerSettings.DEFAULT_IDLE_TIMEOUT,
                        HttpServerSettings.DEFAULT_REQUEST_TIMEOUT)
                .with(security);
        NodeSettings settings = new NodeSettings(
                fleet,
                Optional.empty(),
                new LineServerSettings("127.0.0.1", 0, 1000, maxConnections, Duration.ofMinutes(5)).with(security),
                Optional.empty(),
                Duration.ofSeconds(2));
        OperationSettings operation = new OperationSettings(Optional.of(http), Duration.ZERO, Duration.ZERO);
        return new TlsNode(new Node(
                new NodeSettings(
                                settings.fleet(),
                                1,
                                Optional.empty(),
                                settings.line(),
                                operation,
                                Optional.empty(),
                                settings.drainTimeout())
                        .with(tls)
                        .with(new RedisSettings(0, false)),
                MillisClock.wall(),
                new ZooKeeperCoordinator()));
    }

    /** Returns where it answers HTTP. */
    URI httpUrl() {
        return URI.create(
                "https://127.0.0.1:" + node.httpAddress().orElseThrow().getPort());
    }

    /** Connects without a word. */
    Socket connect(Port port) throws IOException {
        InetSocketAddress address = switch (port) {
            case LINE -> line;
            case REDIS -> node.redisAddress().orElseThrow();
            case HTTP -> node.httpAddress().orElseThrow();
        };
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return socket;
    }

    SSLSocket connect(Port port, ClientTls client, String... protocols) throws IOException {
        SSLSocket socket =
                (SSLSocket) client.context().getSocketFactory().createSocket(connect(port), "127.0.0.1", 0, true);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        return socket;
    }

    /** Returns the first line of the answer to the port's question; empty if not a byte of an answer comes. */
    String ask(Port port, ClientTls client, String... protocols) throws IOException {
        try (SSLSocket socket = connect(port, client, protocols)) {
            return ask(port, socket);
        } catch (SSLException | SocketException e) {
            return "";
        }
    }

    static String ask(Port port, Socket socket) throws IOException {
        socket.getOutputStream().write(port.question.getBytes(US_ASCII));
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        return line == null ? "" : line;
    }

    @Override
    public void close() {
        node.close();
    }
}
