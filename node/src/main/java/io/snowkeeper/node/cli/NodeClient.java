package io.snowkeeper.node.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.NodeFailedException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Asks a running node one thing, over the line protocol. */
final class NodeClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = 10_000;

    private final String host;
    private final int port;
    private final Optional<SSLContext> tls;

    private NodeClient(String host, int port, Optional<SSLContext> tls) {
        this.host = host;
        this.port = port;
        this.tls = tls;
    }

    /**
     * Makes a client; nothing is opened before {@link #ask}.
     *
     * @param tls what makes connections; empty for plain ones
     * @throws IllegalArgumentException if the address is not {@code host:port}
     */
    static NodeClient of(String address, Optional<SSLContext> tls) {
        int colon = address.lastIndexOf(':');
        String digits = address.substring(colon + 1);
        if (colon < 1 || !digits.matches("\\d{1,5}") || Integer.parseInt(digits) > 65_535) {
            throw new IllegalArgumentException("must be HOST:PORT: server=" + address);
        }
        return new NodeClient(address.substring(0, colon), Integer.parseInt(digits), tls);
    }

    static ObjectNode body(String type) {
        return JSON.createObjectNode().put("type", type).put("msg_id", 1);
    }

    /**
     * Returns the body of the answer.
     *
     * @throws NodeFailedException if the node cannot be reached, or refuses
     */
    JsonNode ask(ObjectNode body) throws NodeFailedException {
        ObjectNode envelope = JSON.createObjectNode().put("src", "cli");
        envelope.set("body", body);
        JsonNode answer = parse(exchange(envelope.toString())).path("body");
        if (answer.path("type").asText().equals("error")) {
            throw new NodeFailedException("%s (error %d)"
                    .formatted(answer.path("text").asText(), answer.path("code").asInt()));
        }
        return answer;
    }

    private String exchange(String line) throws NodeFailedException {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            Socket socket = tls.isEmpty() ? plain : secured(plain, tls.get());
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (answer == null) {
                throw new EOFException("it closed the connection without an answer"
                        + (tls.isEmpty() ? "; if it speaks TLS, give --tls or --tls-ca" : ""));
            }
            socket.close();
            return answer;
        } catch (IOException e) {
            throw new NodeFailedException(
                    "no answer from a node at %s:%d, choose another one with --server: %s"
                            .formatted(host, port, e.getMessage()),
                    e);
        }
    }

    /** Returns a connection to a node whose certificate is trusted and names the host; nothing was sent otherwise. */
    private Socket secured(Socket plain, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private JsonNode parse(String line) throws NodeFailedException {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new NodeFailedException(
                    "what answers at %s:%d is no node of Snowkeeper: %s".formatted(host, port, e.getOriginalMessage()),
                    e);
        }
    }
}
