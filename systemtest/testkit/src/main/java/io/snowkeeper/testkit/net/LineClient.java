package io.snowkeeper.testkit.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.time.Patience;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A blocking client of the line protocol that knows no more than a socket and JSON. Not thread-safe. */
public final class LineClient implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Socket socket;
    private final BufferedReader reader;

    private LineClient(Socket socket) throws IOException {
        this.socket = socket;
        this.reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    public static LineClient connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return new LineClient(socket);
    }

    /** Sends text as it is: each line of it has to have its end. */
    public void send(String text) {
        send(text.getBytes(UTF_8));
    }

    public void send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void sendAndEnd(byte[] bytes) {
        send(bytes);
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request that has this body. */
    public void request(String body) {
        send("{\"src\":\"c1\",\"dest\":\"n1\",\"body\":" + body + "}\n");
    }

    /** Returns the next line, null at the end of the connection. */
    public @Nullable String readLine() throws IOException {
        return reader.readLine();
    }

    /** Sends a line, and returns the next one. */
    public @Nullable String ask(String line) throws IOException {
        send(line + "\n");
        return readLine();
    }

    /** Asks by a body and returns the body of the answer. */
    public JsonNode call(String body) throws IOException {
        request(body);
        String line = readLine();
        if (line == null) {
            throw new EOFException("closed by the node");
        }
        return JSON.readTree(line).get("body");
    }

    public JsonNode generate() throws IOException {
        return call("{\"type\":\"generate\"}");
    }

    public JsonNode status() throws IOException {
        return call("{\"type\":\"status\"}");
    }

    /** Returns all bytes up to the end. To be used instead of {@link #readLine}, not after it. */
    public byte[] readAll() throws IOException {
        return socket.getInputStream().readAllBytes();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
