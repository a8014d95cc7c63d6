package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any input gets an answer that a client can understand, and harms no other client. */
class BadHttpIT {

    private static final String GET = "GET /livez HTTP/1.1\r\nhost: x\r\n\r\n";
    private static final int MAX_CONNECTIONS = 300;

    private static HttpNode node;

    private static final String FOR_RESERVATIONS =
            "{\"sequence\":\"reserved\",\"mode\":\"gapless\",\"ranges\":[{\"from\":1,\"to\":10}],\"allow_overlap\":true}";

    private static final String MANY =
            "{\"sequence\":\"many\",\"mode\":\"ordered\",\"ranges\":[{\"from\":1,\"to\":1000000}],\"allow_overlap\":true}";

    private static final Pattern NUMBERS = Pattern.compile("\\[\"\\d+\"]");

    @BeforeAll
    static void startNode() throws Exception {
        node = start(HttpServerSettings.DEFAULT_REQUEST_TIMEOUT).awaitReady();
    }

    private static HttpNode start(Duration requestTimeout) throws Exception {
        return HttpNode.start(
                SharedZooKeeper.newConnectString(),
                "n1",
                new HttpServerSettings("127.0.0.1", 0, 1_000, MAX_CONNECTIONS, Duration.ofSeconds(60), requestTimeout));
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    @ParameterizedTest
    @CsvSource({"-1", "0", "1001", "1.5", "five", "99999999999999999999", "''"})
    void aCountThatIsNoneIsRefusedWithItsCap(String count) {
        assertThat(problem(node.post("/v1/ids?count=" + count), 400, "malformed-request"))
                .isEqualTo("count must be an integer from 1 to 1000: count=" + count);
    }

    @Test
    void aCountOfNumbersBeyondThePortsCapIsRefused() {
        assertThat(problem(node.post("/v1/sequences/A/next?count=1001"), 400, "malformed-request"))
                .isEqualTo("count must be an integer from 1 to 1000: count=1001");
    }

    @Test
    void aReservationThatIsTooLongForOneIsNotFound() {
        node.send("POST", "/v1/sequences", FOR_RESERVATIONS);

        problem(node.post("/v1/sequences/reserved/reservations/" + "x".repeat(200) + "/confirm"), 404, "not-found");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"ranges\":{}|ranges must be a list of objects: ranges={...}",
                "\"ranges\":[1]|ranges must be a list of objects: ranges=[...]",
                "\"size\":1|unknown key in body: size; known are sequence, mode, step, ranges, from, to, allow_overlap, period, zone, min_block, max_block,"
                        + " reservation_time, at_expiry, max_pending, key_retention, max_keys, format, ledger_retention",
                "\"from\":1|to must be an integer of 64 bits, as a number or a decimal string: to is missing",
                "\"from\":1,\"to\":2,\"ranges\":[]|give either ranges, or from and to",
                "\"max_keys\":1|ranges must be a list of objects: ranges is missing",
                "\"ranges\":[]|a sequence must have a range: name=B",
                "\"ranges\":[{\"from\":1,\"to\":2,\"x\":3}]|unknown key in ranges: x; known are from, to",
                "\"ranges\":[{\"from\":1}]|to must be an integer of 64 bits, as a number or a decimal string: to is missing",
                "\"ranges\":[{\"from\":1,\"to\":\"5\"},{\"from\":5,\"to\":6}]|ranges of a sequence must not overlap: name=B,"
                        + " 1-5 and 5-6",
            })
    void aDefinitionThatIsWrongIsToldWhatIsWrongWithIt(String rest, String detail) {
        String body = "{\"sequence\":\"B\",\"mode\":\"ordered\",%s}".formatted(rest);

        assertThat(problem(node.send("POST", "/v1/sequences", body), 400, "malformed-request"))
                .isEqualTo(detail);
    }

    @Test
    void whatIsShownOfARequestDoesNotActOnATerminal() {
        String body = "{\"sequence\":\"B\",\"mode\":\"\u009b1m\",\"ranges\":[{\"from\":1,\"to\":2}]}";

        assertThat(problem(node.send("POST", "/v1/sequences", body), 400, "malformed-request"))
                .isEqualTo("mode must be block, ordered or gapless: mode=\\u009b1m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "1.0", "9223372036854775808", "0x10"})
    void anIdThatIsNoneIsRefused(String id) {
        assertThat(problem(node.get("/v1/ids/" + id), 400, "malformed-request"))
                .startsWith(
                        "id must be an integer from 0 to 9223372036854775807, a UUID of version 7, or an id in another form: decimal id ")
                .endsWith("id=" + id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1", "/v1/ids/", "/v1/ids/1/2", "/V1/ids", "/v1/sequences/A/nothing", "//livez"})
    void anUnknownPathIsNotFound(String path) {
        assertThat(problem(node.get(path), 404, "unknown-path")).isEqualTo("no such path; see /openapi.json");
    }

    @Test
    void aKeyThatIsNotUtf8IsRefused() throws Exception {
        assertThat(node.raw(
                        "POST /v1/sequences/A/next HTTP/1.1\r\nhost: x\r\nidempotency-key: Gr\u00fc\u00dfe\r\nconnection: close\r\n\r\n",
                        false))
                .contains("400 Bad Request")
                .contains("the header Idempotency-Key must be UTF-8; send the key's bytes in UTF-8, not in ISO 8859-1");
    }

    @Test
    void aWrongMethodIsToldWhichAreAllowed() {
        var response = node.send("PUT", "/v1/sequences", "{}");

        assertThat(problem(response, 405, "method-not-allowed"))
                .isEqualTo("method must be one of GET, HEAD, POST: method=PUT");
        assertThat(response.headers().firstValue("allow")).contains("GET, HEAD, POST");
    }

    @Test
    void anUnknownParameterIsRefused() {
        assertThat(problem(node.post("/v1/ids?cuont=5"), 400, "malformed-request"))
                .isEqualTo("unknown parameter: cuont; known are count, format, after, form, prefix");
    }

    @Test
    void aParameterThatIsGivenTwiceIsRefused() {
        assertThat(problem(node.post("/v1/ids?count=5&count=6"), 400, "malformed-request"))
                .isEqualTo("must be given once: count=5, count=6");
    }

    @Test
    void whatIsNotPercentEncodedIsRefused() throws IOException {
        assertThat(bodyOf(node.raw("GET /v1/ids/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", false)))
                .satisfies(body -> assertThat(problem(body, 400, "malformed-request"))
                        .startsWith("path and parameters must be percent-encoded UTF-8: "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|body must be a JSON object",
                "{\"from\":1}|to must be an integer of 64 bits, as a number or a decimal string: to is missing",
                "{\"from\":1,\"to\":1.5}|to must be an integer of 64 bits, as a number or a decimal string: to=1.5",
                "{\"from\":1,\"to\":2,\"x\":3}|unknown key in body: x; known are ranges, from, to, allow_overlap",
                "{\"from\":5,\"to\":2}|a range's last number must be >= its first: from=5, to=2"
            })
    void aBodyThatIsWrongIsToldWhatIsWrongWithIt(String body, String detail) {
        assertThat(problem(
                        node.send("POST", "/v1/sequences/A/ranges", body, "content-type", "application/json"),
                        400,
                        "malformed-request"))
                .isEqualTo(detail);
    }

    @Test
    void aBodyThatIsNoJsonIsToldSo() {
        assertThat(problem(
                        node.send("POST", "/v1/sequences/A/ranges", "x", "content-type", "application/json"),
                        400,
                        "malformed-request"))
                .startsWith("body must be a JSON object: ");
    }

    @Test
    void aBodyThatIsNotSaidToBeJsonIsRefused() {
        assertThat(problem(
                        node.send("POST", "/v1/sequences", "a=b", "content-type", "application/x-www-form-urlencoded"),
                        415,
                        "unsupported-media-type"))
                .isEqualTo("body must be application/json: content-type=application/x-www-form-urlencoded");
    }

    @Test
    void aHugeBodyIsRefusedBeforeItIsRead() throws IOException {
        String head = "POST /v1/sequences HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n";

        assertProblem(
                node.raw(head + "x".repeat(200_000), false),
                413,
                "body-too-large",
                "body must have at most 65536 bytes; the connection is closed");
    }

    @Test
    void aHugeBodyInChunksIsRefused() throws IOException {
        String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
        String head = "POST /v1/sequences HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";

        assertProblem(
                node.raw(head + chunk.repeat(6), false),
                413,
                "body-too-large",
                "body must have at most 65536 bytes; the connection is closed");
    }

    @Test
    void aHugeBodyThatAsksFirstIsRefusedBeforeItIsSent() throws IOException {
        assertProblem(
                node.raw(
                        "POST /v1/sequences HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n"
                                + "content-length: 100000000\r\n\r\n",
                        false),
                413,
                "body-too-large",
                "body must have at most 65536 bytes; the connection is closed");
    }

    @Test
    void aBodyThatAsksFirstIsLetIn() throws IOException {
        try (Socket socket = node.connect()) {
            send(
                    socket,
                    "POST /v1/sequences HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\nconnection: close\r\n"
                            + "content-type: application/json\r\ncontent-length: 2\r\n\r\n");
            byte[] go = socket.getInputStream().readNBytes("HTTP/1.1 100 Continue\r\n\r\n".length());
            send(socket, "{}");

            assertThat(new String(go, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(text(socket)).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void chunksThatAreCutShortAreMalformed() throws IOException {
        assertProblem(
                node.raw(
                        "POST /v1/sequences HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{\"seq",
                        true),
                400,
                "malformed-request",
                "the request ends before it is complete; the connection is closed");
    }

    @Test
    void aBodyThatIsCutShortIsMalformed() throws IOException {
        assertProblem(
                node.raw("POST /v1/sequences HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n\r\n{\"seq", true),
                400,
                "malformed-request",
                "the request ends before it is complete; the connection is closed");
    }

    @Test
    void headersThatAreCutShortAreMalformed() throws IOException {
        String answer = node.raw("GET /livez HTTP/1.1\r\nhost: x\r\nx-a", true);

        assertThat(answer).startsWith("HTTP/1.1 400 ");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("answers").hasSize(2);
    }

    @Test
    void headersThatComeTooSlowlyEndTheConnection() throws Exception {
        try (HttpNode hasty = start(Duration.ofMillis(500));
                Socket socket = hasty.connect()) {
            Thread drip = new Thread(() -> drip(socket));
            drip.setDaemon(true);
            drip.start();

            assertProblem(
                    text(socket),
                    408,
                    "request-timeout",
                    "a request must be sent within 500 ms; the connection is closed");
        }
    }

    /** A byte now and then, so that the connection is never idle. */
    private static void drip(Socket socket) {
        try {
            send(socket, "GET /livez HTTP/1.1\r\nx: ");
            while (true) {
                send(socket, "a");
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException e) {
            // Closed, as it should be.
        }
    }

    @Test
    void aLongFirstLineIsRefused() throws IOException {
        assertProblem(
                node.raw("GET /" + "x".repeat(5_000) + " HTTP/1.1\r\nhost: x\r\n\r\n", false),
                414,
                "uri-too-long",
                "the request's first line must have at most 4096 bytes; the connection is closed");
    }

    @Test
    void longHeadersAreRefused() throws IOException {
        assertProblem(
                node.raw("GET /livez HTTP/1.1\r\nhost: x\r\nx: " + "x".repeat(20_000) + "\r\n\r\n", false),
                431,
                "headers-too-large",
                "the request's headers must have at most 16384 bytes together; the connection is closed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /livez HTTP/1.1\r\n%s\r\n",
                "POST /v1/ids HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n%s\r\n"
            })
    void manyHeadersAreRefused(String request) throws IOException {
        assertProblem(
                node.raw(request.formatted("a:\r\n".repeat(4_000)), false),
                431,
                "headers-too-large",
                "a request must have at most 100 headers; the connection is closed");
    }

    @Test
    void aHundredHeadersAreRead() throws IOException {
        String headers = "host: x\r\n" + "accept: image/png\r\n".repeat(97) + "accept: text/plain\r\n";

        assertThat(node.raw("POST /v1/ids HTTP/1.1\r\n" + headers + "connection: close\r\n\r\n", false))
                .startsWith("HTTP/1.1 400 ")
                .contains("Accept must have at most 32 ranges: ranges=98");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"body\":{\"type\":\"generate\"}}\n\r\n\r\n",
                "\u0016\u0003\u0001\u0000\u00a5\u0001\n\n\n",
                "GET\r\n\r\n",
                "POST /v1/ids HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n"
            })
    void whatIsNoHttpIsMalformed(String bytes) throws IOException {
        assertThat(node.raw(bytes, true)).startsWith("HTTP/1.1 400 ").doesNotContain("Exception", "\tat ");
    }

    @Test
    void requestsThatAreSpoiltGetWholeAnswersOrNone() throws IOException {
        for (byte[] requests : HttpFuzzerTest.spoiltRequests(20261121)) {
            String sent = new String(requests, StandardCharsets.ISO_8859_1);
            byte[] received = node.raw(sent, true).getBytes(StandardCharsets.UTF_8);

            assertThatCode(() -> HttpAnswers.check(sent, new String(received, StandardCharsets.ISO_8859_1)))
                    .doesNotThrowAnyException();
        }
        assertThat(node.get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void requestsThatAreSentTogetherAreAnsweredInTheirOrder() throws IOException {
        String answers = node.raw(
                "POST /v1/ids?count=1000 HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n"
                        + GET.repeat(500)
                        + "GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
                false);

        assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(502);
        assertThat(answers).startsWith("HTTP/1.1 200 OK").containsSubsequence("\"ids\":", "live", "unknown-path");
    }

    @Test
    void aThousandRequestsThatTakeTheirTimeAreAnsweredIfTheyAreSentTogether() throws IOException {
        assertThat(node.send("POST", "/v1/sequences", MANY).statusCode()).isEqualTo(201);
        String next = "POST /v1/sequences/many/next HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n";

        String answers = node.raw((next + "\r\n").repeat(999) + next + "connection: close\r\n\r\n", false);

        assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(1_001);
        assertThat(NUMBERS.matcher(answers).results().map(MatchResult::group).toList())
                .isEqualTo(numbers(1, 1_000));
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(number -> "[\"%d\"]".formatted(number))
                .toList();
    }

    @Test
    void aClientThatEndsItsSideGetsItsAnswer() throws IOException {
        assertThat(node.raw(GET, true)).startsWith("HTTP/1.1 200 OK").endsWith("{\"status\":\"live\"}");
    }

    @Test
    void aHeadHasNoBody() {
        var response = node.send("HEAD", "/livez", "");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-length")).contains("17");
        assertThat(response.body()).isEmpty();
    }

    @Test
    void anOldClientIsAnsweredAndTheConnectionClosed() throws IOException {
        assertThat(node.raw("GET /livez HTTP/1.0\r\n\r\n", false)).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void oneConnectionTooManyIsToldSoAndTheOthersGoOn() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < MAX_CONNECTIONS + 5; i++) {
                idle.add(node.connect());
            }
            // Which of them come first is for the event loops to decide.
            List<Socket> refused = await("refused")
                    .until(() -> idle.stream().filter(BadHttpIT::hasInput).toList(), told -> told.size() >= 5);
            String refusal = text(refused.get(0));
            assertProblem(
                    refusal,
                    503,
                    "too-many-connections",
                    "too many connections: at most %d are served at once".formatted(MAX_CONNECTIONS));
            assertThat(refusal).contains("retry-after: 1");
            refused.forEach(idle::remove);
            send(idle.get(0), "GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
            assertThat(text(idle.get(0))).startsWith("HTTP/1.1 200 OK");
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
        await("room again")
                .until(() -> node.raw("GET /livez HTTP/1.0\r\n\r\n", false).startsWith("HTTP/1.1 200 OK"));
    }

    private static boolean hasInput(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void send(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String text(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String bodyOf(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static void assertProblem(String answer, int status, String code, String detail) {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("answers").hasSize(2);
        assertThat(problem(bodyOf(answer), status, code)).isEqualTo(detail);
    }
}
