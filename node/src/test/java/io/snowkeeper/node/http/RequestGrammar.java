package io.snowkeeper.node.http;

import java.util.Random;

/** Makes HTTP requests that can be understood, whether they can succeed or not. The same seed, the same requests. */
final class RequestGrammar {

    private final Random random;

    RequestGrammar(long seed) {
        random = new Random(seed);
    }

    String request() {
        String body = random.nextInt(3) == 0 ? body() : "";
        String method = body.isEmpty() ? pick("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW") : "POST";
        StringBuilder request = new StringBuilder(method + " " + target() + " HTTP/1.1\r\nhost: x\r\n");
        if (random.nextInt(3) == 0) {
            request.append("accept: ")
                    .append(pick("*/*", "application/json", "text/plain", "text/html", "image/png;q=0.1", "nonsense"))
                    .append("\r\n");
        }
        if (!body.isEmpty()) {
            request.append("content-type: ")
                    .append(pick("application/json", "application/json", "text/plain", "application/json;charset=x"))
                    .append("\r\n");
        }
        if (!body.isEmpty() && random.nextInt(4) == 0) {
            return request + "transfer-encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                    + "\r\n0\r\n\r\n";
        }
        return request + "content-length: " + body.length() + "\r\n\r\n" + body;
    }

    private String target() {
        String path = pick(
                "/v1/ids",
                "/v1/ids",
                "/v1/ids/1",
                "/v1/ids/-1",
                "/v1/ids/9223372036854775808",
                "/v1/ids/%31",
                "/v1/sortable-ids",
                "/v1/uuids",
                "/v1/sequences",
                "/v1/sequences/fuzzed",
                "/v1/sequences/fuzzed/ranges",
                "/v1/sequences/%2e%2e/next",
                "/livez",
                "/readyz",
                "/metrics",
                "/openapi.json",
                "/nothing");
        return path
                + pick(
                        "",
                        "",
                        "?count=1",
                        "?count=17",
                        "?count=0",
                        "?count=1e3",
                        "?count=5&format=string",
                        "?format=x",
                        "?unit=second",
                        "?count=1&count=2",
                        "?%20=%20",
                        "?");
    }

    private String body() {
        return pick(
                "{}",
                "[]",
                "nul",
                "{\"from\":1,\"to\":2}",
                "{\"from\":\"1\",\"to\":9223372036854775808}",
                "{\"name\":\"a/b\",\"mode\":\"block\"}",
                "{\"name\":7}",
                "{\"from\":1,\"from\":2,\"to\":3}",
                "\"\\ud800\"",
                "[".repeat(1_100));
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
