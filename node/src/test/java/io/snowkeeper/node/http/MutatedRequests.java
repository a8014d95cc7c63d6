package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Makes HTTP requests, right ones, and bytes that were right ones once. The same seed, the same requests. */
final class MutatedRequests {

    private static final String[] STUMBLING_BLOCKS = {
        "\r\n",
        "\r\n\r\n",
        "\n",
        "\0",
        " ",
        ":",
        "%",
        "%00",
        "%c0%80",
        "%ff",
        "\u00e9",
        "\ud83d\ude00",
        "?count=",
        "&",
        "#",
        "//",
        "/../",
        "HTTP/1.0",
        "HTTP/2.0",
        "HTTP/1.1",
        "content-length: 5\r\n",
        "content-length: -1\r\n",
        "content-length: 99999999999999999999\r\n",
        "transfer-encoding: chunked\r\n",
        "expect: 100-continue\r\n",
        "connection: close\r\n",
        "accept: */*;q=0\r\n",
        "x".repeat(9_000),
        "{\"a\":".repeat(50),
        "9".repeat(1_200),
    };

    private final Random random;

    MutatedRequests(long seed) {
        random = new Random(seed);
    }

    /** Returns a request that can be understood, whether or not what it asks for can be had. */
    String right() {
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

    /** Returns the bytes of one or more requests, changed here and there; none is a HEAD, so that answers can be told apart. */
    byte[] spoilt() {
        byte[] bytes = right().replaceFirst("^HEAD", "GET")
                .repeat(1 + random.nextInt(2))
                .getBytes(UTF_8);
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            bytes = spoil(bytes);
        }
        return bytes;
    }

    private byte[] spoil(byte[] bytes) {
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(Math.min(40, bytes.length + 1 - from));
        byte[] block = pick(STUMBLING_BLOCKS).getBytes(UTF_8);
        return switch (random.nextInt(5)) {
            case 0 -> join(bytes, from, block, from);
            case 1 -> join(bytes, from, block, to);
            case 2 -> join(bytes, from, new byte[0], to);
            case 3 -> join(bytes, to, new byte[0], from);
            default -> flip(bytes);
        };
    }

    private byte[] flip(byte[] bytes) {
        byte[] flipped = bytes.clone();
        if (flipped.length > 0) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] join(byte[] bytes, int to, byte[] middle, int from) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, 0, to);
        joined.writeBytes(middle);
        joined.write(bytes, from, bytes.length - from);
        return joined.toByteArray();
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
