package io.snowkeeper.loadtest.chaos.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** A connection to a node that waits for answers however long they take: those that come late are worth most. For one thread. */
final class LineConnection implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;
    private static final int POLL_MILLIS = 200;
    private static final int FIRST_SIZE = 1 << 16;

    private final Socket socket;
    private final BooleanSupplier stopping;
    private byte[] buffer = new byte[FIRST_SIZE];
    private int start;
    private int end;

    /** @param stopping whether to give up waiting for an answer */
    LineConnection(int port, BooleanSupplier stopping) throws IOException {
        this.stopping = stopping;
        socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_TIMEOUT_MILLIS);
            socket.setSoTimeout(POLL_MILLIS);
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    void send(String lines) throws IOException {
        socket.getOutputStream().write(lines.getBytes(UTF_8));
    }

    /**
     * Waits for the next line.
     *
     * @throws IOException if the connection ends, or we are told to stop
     */
    Line next() throws IOException {
        int looked = start;
        while (true) {
            for (int i = looked; i < end; i++) {
                if (buffer[i] == '\n') {
                    Line line = new Line(buffer, start, i);
                    start = i + 1;
                    return line;
                }
            }
            looked = end - start;
            makeRoom();
            fill();
        }
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
                    throw new EOFException("the node ended the connection");
                }
                end += count;
                return;
            } catch (SocketTimeoutException e) {
                if (stopping.getAsBoolean()) {
                    throw new IOException("told to stop", e);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
