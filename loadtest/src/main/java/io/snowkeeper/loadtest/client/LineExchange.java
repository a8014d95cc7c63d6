package io.snowkeeper.loadtest.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A line for a line.
 *
 * @param request without its end
 * @param expected what the answer has to contain
 */
public record LineExchange(String request, String expected) implements Exchange {

    /** Returns a request of a type, with further fields, each after a comma. */
    public static LineExchange of(String type, String fields) {
        return new LineExchange(
                "{\"src\":\"c\",\"body\":{\"type\":\"%s\",\"msg_id\":1%s}}".formatted(type, fields),
                "\"type\": \"%s_ok\"".formatted(type));
    }

    @Override
    public void on(InputStream in, OutputStream out) throws IOException {
        out.write((request + "\n").getBytes(US_ASCII));
        out.flush();
        String answer = read(in);
        if (!answer.contains(expected)) {
            throw new IOException("another answer: " + answer);
        }
    }

    /** Reads a line, and takes its end away. */
    static String read(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the node ended the connection");
            }
            line.write(next);
        }
        return line.toString(US_ASCII);
    }
}
