package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.core.text.TlsFailure;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.tls.ClientTls;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * A single request to one node over the line protocol, in any state of the node: the client proper skips a draining
 * node, which {@code status} has to report.
 */
public final class NodeClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = 10_000;

    /** As long as an answer may take, from its first byte to its last, when a server sends something all the time. */
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    /** The longest answer of a node is that of 100,000 ids with 20 characters each. */
    static final int MAX_ANSWER_BYTES = 4 << 20;

    private final HostPort server;
    private final Optional<SSLContext> tls;
    private final Duration deadline;

    private NodeClient(HostPort server, Optional<SSLContext> tls, Duration deadline) {
        this.server = server;
        this.tls = tls;
        this.deadline = deadline;
    }

    /**
     * Makes a client; nothing is opened before {@link #ask}.
     *
     * @param tls makes connections; empty for plain ones
     * @throws IllegalArgumentException if the address is not {@code host[:port]}
     */
    public static NodeClient of(String address, Optional<SSLContext> tls) {
        return of(HostPort.parse("server", address, LineServerSettings.DEFAULT_PORT), tls);
    }

    /** Makes a client; nothing is opened before {@link #ask}. */
    public static NodeClient of(HostPort server, Optional<SSLContext> tls) {
        return new NodeClient(server, tls, DEADLINE);
    }

    /** Returns a client for the same node that waits so long for a whole answer. */
    public NodeClient within(Duration newDeadline) {
        return new NodeClient(server, tls, newDeadline);
    }

    /** Returns the body of a request of this type. */
    public static ObjectNode body(String type) {
        return JSON.createObjectNode().put("type", type).put("msg_id", 1);
    }

    /**
     * Returns the body of the answer.
     *
     * @throws NodeFailedException if the node cannot be reached, or refuses
     */
    public JsonNode ask(ObjectNode body) throws NodeFailedException {
        ObjectNode envelope = JSON.createObjectNode().put("src", "cli");
        envelope.set("body", body);
        JsonNode answer = parse(exchange(envelope.toString())).path("body");
        if (!answer.isObject()) {
            throw noNode("its answer has no body");
        }
        if (answer.path("type").asText().equals("error")) {
            throw new NodeFailedException("%s (error %s)"
                    .formatted(answer.path("text").asText(), answer.path("code").asInt()));
        }
        return answer;
    }

    private String exchange(String line) throws NodeFailedException {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            Socket socket = tls.isEmpty() ? plain : ClientTls.secure(plain, tls.get(), server.host(), server.port());
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            String answer = readLine(new BufferedInputStream(socket.getInputStream()));
            socket.close();
            return answer;
        } catch (SSLException e) {
            throw unanswered(TlsFailure.describe(e, server.host()), e);
        } catch (IOException e) {
            throw unanswered(String.valueOf(e.getMessage()), e);
        }
    }

    private String readLine(InputStream in) throws IOException {
        long begin = System.nanoTime();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("it closed the connection without an answer"
                        + (tls.isEmpty() ? "; if it speaks TLS, give --tls or --tls-ca" : ""));
            }
            if (line.size() == MAX_ANSWER_BYTES) {
                throw new IOException("its answer is longer than %s bytes".formatted(MAX_ANSWER_BYTES));
            }
            if (System.nanoTime() - begin > deadline.toNanos()) {
                throw new IOException("no whole answer within %s ms".formatted(deadline.toMillis()));
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private NodeFailedException unanswered(String reason, IOException cause) {
        return new NodeFailedException(
                "no answer from a node at %s, choose another one with --server: %s".formatted(server, reason), cause);
    }

    private JsonNode parse(String line) throws NodeFailedException {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            NodeFailedException failure = noNode(e.getOriginalMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    private NodeFailedException noNode(String reason) {
        return new NodeFailedException("%s is not a Snowkeeper node: %s".formatted(server, reason));
    }
}
