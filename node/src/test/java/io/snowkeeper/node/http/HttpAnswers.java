package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requirements for all answers over HTTP, to any input: whole answers, none a defect, and a body declared as JSON
 * is JSON.
 */
final class HttpAnswers {

    private static final Pattern HEAD =
            Pattern.compile("HTTP/1\\.1 (\\d{3}) [\\x20-\\x7e]*\r\n((?:[\\x21-\\x39\\x3b-\\x7e]+: [^\r\n]*\r\n)*)\r\n");

    private static final Pattern LENGTH = Pattern.compile("(?:^|\n)content-length: (\\d+)\r\n");

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static final String CUT_SHORT = "the request ends before it is complete";

    private HttpAnswers() {}

    /**
     * Takes answers apart, and returns their statuses.
     *
     * @throws AssertionError if one is not whole, or reports a defect
     */
    static List<String> check(String sent, String received) throws IOException {
        List<String> statuses = new ArrayList<>();
        int at = 0;
        while (at < received.length()) {
            Matcher head = HEAD.matcher(received).region(at, received.length());
            require(head.lookingAt(), "no head of an answer at " + at + " of " + received, sent);
            String headers = head.group(2).toLowerCase(Locale.ROOT);
            Matcher length = LENGTH.matcher(headers);
            int end = head.end() + (length.find() ? Integer.parseInt(length.group(1)) : 0);
            // A method may be followed by other characters than a space (RFC 9112, 3).
            if (sent.contains("HEAD") && (end > received.length() || isHead(received, head.end()))) {
                end = head.end();
            }
            require(end <= received.length(), "an answer is cut: " + received, sent);
            String body = received.substring(head.end(), end);
            require(!head.group(1).equals("500"), "a defect: " + received, sent);
            if (!body.isEmpty() && headers.contains("json")) {
                STRICT.readTree(body.getBytes(ISO_8859_1));
            }
            // An answer to HEAD has no body to name the malformed part.
            boolean cutShort =
                    body.contains(CUT_SHORT) || (body.isEmpty() && head.group(1).equals("400"));
            statuses.add(cutShort ? CUT_SHORT : head.group(1));
            at = end;
        }
        return statuses;
    }

    /** No body of ours begins so: it is the next answer's head, and the one before has no body. */
    private static boolean isHead(String received, int at) {
        return received.startsWith("HTTP/1.1 ", at);
    }

    static void require(boolean holds, String otherwise, String sent) {
        if (!holds) {
            throw new AssertionError(otherwise + ", to " + sent);
        }
    }
}
