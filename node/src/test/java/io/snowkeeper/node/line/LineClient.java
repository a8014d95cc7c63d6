package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A blocking client that knows nothing but lines. */
final class LineClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final BufferedReader reader;

    private LineClient(Socket socket) throws IOException {
        this.socket = socket;
        this.reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }

    static LineClient connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return new LineClient(socket);
    }

    void send(String text) {
        send(text.getBytes(US_ASCII));
    }

    void send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void sendAndEnd(byte[] bytes) {
        send(bytes);
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the next line, null at the end. */
    String readLine() throws IOException {
        return reader.readLine();
    }

    String ask(String line) throws IOException {
        send(line + "\n");
        return readLine();
    }

    /** Returns all bytes up to the end. To be used instead of {@link #readLine}, not after it. */
    byte[] readAll() throws IOException {
        return socket.getInputStream().readAllBytes();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
