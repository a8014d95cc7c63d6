package io.snowkeeper.loadtest.client;

import java.io.IOException;

/**
 * A line for a line.
 *
 * @param request without its end
 * @param expected the text that the answer has to contain
 */
public record LineExchange(String request, String expected) implements Exchange {

    /** Returns a request of a type, with further fields, each after a comma. */
    public static LineExchange of(String type, String fields) {
        return new LineExchange(
                "{\"src\":\"c\",\"body\":{\"type\":\"%s\",\"msg_id\":1%s}}".formatted(type, fields),
                "\"type\": \"%s_ok\"".formatted(type));
    }

    @Override
    public void on(LineClient client) throws IOException {
        client.send(request + "\n");
        String answer = client.next();
        if (!answer.contains(expected)) {
            throw new IOException("another answer: " + answer);
        }
    }
}
