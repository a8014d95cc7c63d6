package io.snowkeeper.loadtest.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** A blocking connection that sends text and reads lines, made by a {@link Connector}. For one thread. */
public final class LineClient implements AutoCloseable {

    private static final int FIRST_SIZE = 1 << 13;

    private final Socket socket;
    private final BooleanSupplier givingUp;
    private byte[] buffer = new byte[FIRST_SIZE];
    private int start;
    private int end;

    LineClient(Socket socket, BooleanSupplier givingUp) {
        this.socket = socket;
        this.givingUp = givingUp;
    }

    /** Sends text as it is: each line of it has to have its end. */
    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /**
     * Waits for the next line, and returns it without its end.
     *
     * @throws IOException if the connection ends, or nothing comes for longer than the connector allows
     */
    public String next() throws IOException {
        int looked = start;
        while (true) {
            for (int i = looked; i < end; i++) {
                if (buffer[i] == '\n') {
                    String line = new String(buffer, start, i - start, US_ASCII);
                    start = i + 1;
                    return line;
                }
            }
            looked = end - start;
            makeRoom();
            fill();
        }
    }

    /** Waits for as many bytes, and passes over them. */
    void skip(int count) throws IOException {
        int left = count;
        while (left > end - start) {
            left -= end - start;
            start = end;
            makeRoom();
            fill();
        }
        start += left;
    }

    private void makeRoom() {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
    }

    private void fill() throws IOException {
        while (true) {
            try {
                int count = socket.getInputStream().read(buffer, end, buffer.length - end);
                if (count < 0) {
                    throw new EOFException("the server ended the connection");
                }
                end += count;
                return;
            } catch (SocketTimeoutException e) {
                if (givingUp.getAsBoolean()) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
