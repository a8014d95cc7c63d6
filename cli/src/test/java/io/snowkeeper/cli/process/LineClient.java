package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A client of the line protocol that knows no more than a socket and JSON. Not thread-safe. */
final class LineClient implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = (int) NodeProcess.PATIENCE.toMillis();

    private final Socket socket;
    private final OutputStream out;
    private final BufferedReader in;

    private LineClient(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    static LineClient connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(address, TIMEOUT_MILLIS);
        return new LineClient(socket);
    }

    /** Asks by a body and returns the body of the answer. */
    JsonNode ask(String body) throws IOException {
        send(body);
        String line = readLine();
        if (line == null) {
            throw new EOFException("closed by the node");
        }
        return JSON.readTree(line).get("body");
    }

    JsonNode generate() throws IOException {
        return ask("{\"type\":\"generate\"}");
    }

    JsonNode status() throws IOException {
        return ask("{\"type\":\"status\"}");
    }

    void send(String body) throws IOException {
        out.write(("{\"src\":\"c1\",\"dest\":\"n1\",\"body\":" + body + "}\n").getBytes(UTF_8));
        out.flush();
    }

    /** Returns a line as it came, null at the end of the connection. */
    String readLine() throws IOException {
        return in.readLine();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
