package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.http.routing.ProblemCode;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The answers in the description of HTTP are those of a node, but for the parts that differ from run to run. */
class HttpDocumentIT {

    private static final Path DOCUMENT = Path.of("..", "docs", "reference", "http.md");
    private static final String COMMAND = "$ curl ";
    private static final String URL = "http://127.0.0.1:7071";
    private static final String BLOCK = "```";
    private static final String SHOWN_RESERVATION = "53l00uxqj2b7zuz2-0-k3f9q";

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern RESERVATION = Pattern.compile("\"reservation\":\"([^\"]+)\"");

    private static HttpNode node;
    private String reservation = SHOWN_RESERVATION;

    @BeforeAll
    static void startNode() throws Exception {
        node = HttpNode.start(SharedZooKeeper.newConnectString(), "n1").awaitReady();
    }

    @AfterAll
    static void stopNode() throws Exception {
        node.close();
    }

    @Test
    void theExchangesOfTheDocumentAreThoseOfANode() throws IOException {
        List<String> document = Files.readAllLines(DOCUMENT);
        // The view of the fleet may be up to a second old, and of before the worker id was held.
        await("shown")
                .until(() -> json(node.get("/v1/fleet")).at("/worker_ids/live").asInt() == 1);
        List<String> answered = new ArrayList<>();
        boolean inAnswer = false;
        for (String line : document) {
            inAnswer &= !line.startsWith(BLOCK) && !line.startsWith(COMMAND);
            if (!inAnswer) {
                answered.add(line);
            }
            if (line.startsWith(COMMAND)) {
                answer(line.substring(COMMAND.length())).lines().forEach(answered::add);
                inAnswer = true;
            }
        }

        assertThat(document).filteredOn(line -> line.startsWith(COMMAND)).hasSizeGreaterThan(10);
        assertThat(answered.stream().map(HttpDocumentIT::lasting))
                .containsExactlyElementsOf(
                        document.stream().map(HttpDocumentIT::lasting).toList());
    }

    @Test
    void theCodesAndLimitsOfTheDocumentAreThoseOfANode() throws IOException {
        String document = Files.readString(DOCUMENT);

        assertThat(Stream.of(ProblemCode.values()).map(code -> "| %d | `%s` |".formatted(code.status(), code.text())))
                .allSatisfy(row -> assertThat(document).contains(row));
        assertThat(document)
                .contains("on a port of its own, %d by default".formatted(HttpServerSettings.DEFAULT_PORT))
                .contains("1 by default, %,d at the most".formatted(HttpServerSettings.HIGHEST_MAX_COUNT))
                .contains("within %d s of its first byte"
                        .formatted(HttpServerSettings.DEFAULT_REQUEST_TIMEOUT.toSeconds()))
                .contains("more than %,d bytes; the connection".formatted(HttpLimits.MAX_BODY))
                .contains("a first line of more than %,d bytes".formatted(HttpLimits.MAX_REQUEST_LINE))
                .contains("headers of more than %,d bytes together".formatted(HttpLimits.MAX_HEADERS));
    }

    /** Does the same as curl with these arguments. */
    private String answer(String arguments) {
        String method = "GET";
        String body = "";
        String path = "";
        List<String> headers = new ArrayList<>();
        Matcher words = WORD.matcher(arguments.replace(SHOWN_RESERVATION, reservation));
        while (words.find()) {
            String word = words.group(1) == null ? words.group(2) : words.group(1);
            switch (word) {
                case "-X" -> method = next(words);
                case "-d" -> body = next(words);
                case "-H" -> headers.addAll(List.of(next(words).split(": ", 2)));
                default -> path = word.substring(URL.length());
            }
        }
        HttpResponse<String> response = node.send(method, path, body, headers.toArray(String[]::new));
        Matcher granted = RESERVATION.matcher(response.body());
        if (granted.find()) {
            reservation = granted.group(1);
        }
        return response.body().replace(reservation, SHOWN_RESERVATION);
    }

    private static String next(Matcher words) {
        assertThat(words.find()).isTrue();
        return words.group(1) == null ? words.group(2) : words.group(1);
    }

    /** Returns a line without the parts that differ from run to run. */
    private static String lasting(String line) {
        return line.replaceAll("[0-9a-f]{32}", "SORTABLE")
                .replaceAll("(?<![0-9])[3-9][0-9]{17}(?![0-9])", "ID")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "FLEET")
                .replaceAll("127\\.0\\.0\\.1:\\d+", "ADDRESS")
                .replaceAll("\"ids_issued\":\"\\d+\"", "ISSUED")
                .replaceAll("\"skew_ms\":(null|-?\\d+)", "SKEW")
                .replaceAll("\"ids_per_second\":(null|[0-9.E-]+)", "RATE")
                .replaceAll("\"(connections|errors_per_second|p50_ms|p99_ms)\":(null|[0-9.E-]+)", "FIGURE")
                .replaceAll("\"version\":\"[^\"]+\"", "VERSION")
                .replaceAll("\"sequences\":\\[[^\\]]*\\]", "SEQUENCES")
                .replaceAll("\"max_sequence\":\\d+", "MAX");
    }
}
