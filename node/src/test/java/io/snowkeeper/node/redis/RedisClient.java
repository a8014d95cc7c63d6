package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A client that sends commands as arrays and returns answers as they come, line by line. */
final class RedisClient implements AutoCloseable {

    private final Socket socket;
    private final InputStream input;

    RedisClient(InetSocketAddress address) throws IOException {
        socket = new Socket(address.getAddress(), address.getPort());
        input = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a command of words, and returns the first line of its answer; of a string, that itself. */
    String ask(String words) throws IOException {
        send(RespExchange.array(words.split(" ")));
        String line = line();
        return line.startsWith("$") && !line.equals("$-1") ? line() : line;
    }

    void send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
    }

    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the connection has ended after " + line);
            }
            line.write(next);
        }
        return line.toString(ISO_8859_1).strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
