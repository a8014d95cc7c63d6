package io.snowkeeper.loadtest.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;

/**
 * A request of HTTP/1.1 without a body, and an answer that says how long it is.
 *
 * @param request method and path
 */
public record HttpExchange(String request) implements Exchange {

    private static final String OK = "HTTP/1.1 200 ";
    private static final String LENGTH = "content-length:";

    @Override
    public void on(InputStream in, OutputStream out) throws IOException {
        out.write(HttpText.request(request, "Content-Length: 0\r\n").getBytes(US_ASCII));
        out.flush();
        String status = LineExchange.read(in);
        int length = 0;
        for (String line = LineExchange.read(in).strip();
                !line.isEmpty();
                line = LineExchange.read(in).strip()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        if (in.readNBytes(length).length < length || !status.startsWith(OK)) {
            throw new IOException("another answer: " + status.strip());
        }
    }
}
