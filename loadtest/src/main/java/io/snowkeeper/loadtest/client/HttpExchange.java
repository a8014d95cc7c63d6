package io.snowkeeper.loadtest.client;

import java.io.IOException;
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
    public void on(LineClient client) throws IOException {
        client.send(HttpText.request(request, "Content-Length: 0\r\n"));
        String status = client.next().strip();
        int length = 0;
        for (String line = client.next().strip();
                !line.isEmpty();
                line = client.next().strip()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        client.skip(length);
        if (!status.startsWith(OK)) {
            throw new IOException("another answer: " + status);
        }
    }
}
