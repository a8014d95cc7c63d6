package io.snowkeeper.cli.process;

import static java.net.http.HttpResponse.BodyHandlers.ofByteArray;
import static java.net.http.HttpResponse.BodyHandlers.ofString;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs of docs/use/languages.md, run by their interpreters, do what the document says. */
@Tag("system")
class LanguagesDocumentIT {

    /** More than 2^53, and odd: a program that takes it for a floating-point number prints another one. */
    private static final long FIRST = (1L << 60) + 1;

    private static final int LONGEST_RUN_SECONDS = 180;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    /** The languages of the document's programs: the name of the block, and the interpreter. */
    enum Language {
        PYTHON("python", "python3"),
        JAVASCRIPT("js", "node"),
        SHELL("sh", "sh");

        private final String block;
        private final String interpreter;

        Language(String block, String interpreter) {
            this.block = block;
            this.interpreter = interpreter;
        }
    }

    /** A program that shows the calls alone: the name of its block and of its file, and what runs it. */
    enum ShortProgram {
        GO("go", "ids.go", List.of("go", "run")),
        PHP("php", "ids.php", List.of("php"));

        private final String block;
        private final String file;
        private final List<String> interpreter;

        ShortProgram(String block, String file, List<String> interpreter) {
            this.block = block;
            this.file = file;
            this.interpreter = interpreter;
        }

        InetSocketAddress portOf(LocalNode node) {
            return this == PHP ? node.redisAddress() : node.address();
        }
    }

    private static String program(String block) throws IOException {
        Matcher program = Pattern.compile("^```" + block + "\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "use", "languages.md")));
        assertThat(program.find()).as("a program in " + block).isTrue();
        String text = program.group(1);
        assertThat(program.find()).as("a second program in " + block).isFalse();
        return text;
    }

    /** A program's output. */
    private record Printed(int status, List<String> lines, String errors) {

        List<String> ids() {
            return lines.subList(0, 3);
        }

        String sortable() {
            return lines.get(3);
        }

        String number() {
            return lines.get(4);
        }
    }

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private LocalFleet fleet;
    private LocalNode first;
    private LocalNode second;

    @BeforeEach
    void startFleet() throws Exception {
        fleet = new LocalFleet(folder);
        // Without a state directory: a node refuses while its disk stalls for longer than its state is ahead.
        first = fleet.serve("n1", "--state-dir", "none", "--redis-port", "0");
        second = fleet.serve("n2", "--state-dir", "none");
        first.awaitWorkerId();
        second.awaitWorkerId();
        HttpResponse<String> created = client.send(
                HttpRequest.newBuilder(URI.create(first.httpUrl() + "/v1/sequences"))
                        .POST(BodyPublishers.ofString(
                                "{\"sequence\":\"policies\",\"mode\":\"ordered\",\"ranges\":[{\"from\":%d,\"to\":%d}]}"
                                        .formatted(FIRST, FIRST + 1000)))
                        .build(),
                ofString());
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    }

    @AfterEach
    void stopAll() {
        fleet.close();
    }

    @Test
    void eachLanguageGetsOtherIdsAndTheSameNumberForTheSameKey() throws Exception {
        Set<String> ids = new HashSet<>();
        for (Language language : Language.values()) {
            Printed printed = succeed(language, both(), "policies", "order-17");
            Printed other = succeed(language, both(), "policies", "order-of-" + language);

            for (Printed each : List.of(printed, other)) {
                assertThat(each.ids())
                        .allSatisfy(id -> assertThat(ids.add(id)).as(id).isTrue());
                assertThat(ids.add(each.sortable())).as(each.sortable()).isTrue();
            }
            assertThat(printed.number()).isEqualTo(Long.toString(FIRST));
            assertThat(other.number()).isEqualTo(Long.toString(FIRST + 1 + language.ordinal()));
        }
        assertThat(ids).hasSize(Language.values().length * 2 * 4);
    }

    @Test
    void eachLanguageGoesOnWithTheSecondNodeWhenTheFirstIsStopped() throws Exception {
        String nodes = both();
        // A program waits 5 s for a node, for which a machine may stand still.
        List<Printed> before = await().atMost(Duration.ofSeconds(3 * LONGEST_RUN_SECONDS))
                .until(
                        () -> runAll(nodes),
                        all -> all.stream().allMatch(printed -> printed.errors().isEmpty()));
        first.close();
        List<Printed> after = runAll(nodes);

        assertThat(after).extracting(Printed::errors).allMatch(errors -> !errors.isEmpty());
        assertThat(after).extracting(Printed::number).containsOnly(Long.toString(FIRST));
        before.addAll(after);
        assertThat(before.stream().flatMap(printed -> printed.ids().stream())).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatRefusesIsAskedAgainAfterTheTimeThatItSays(Language language) throws Exception {
        Queue<Long> calls = new ConcurrentLinkedQueue<>();
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            calls.add(System.nanoTime());
            if (calls.size() == 1) {
                exchange.getResponseHeaders().set("Retry-After", Long.toString(RETRY_AFTER.toSeconds()));
                answer(exchange, 503, "{\"status\":503,\"code\":\"temporarily-unavailable\"}".getBytes(UTF_8));
            } else {
                passOn(exchange, second.httpUrl());
            }
        });
        node.start();
        try {
            Printed printed =
                    succeed(language, "http://127.0.0.1:" + node.getAddress().getPort(), "policies", "order-17");

            assertThat(printed.number()).isEqualTo(Long.toString(FIRST));
            assertThat(calls).hasSizeGreaterThanOrEqualTo(4);
            long refused = calls.remove();
            assertThat(Duration.ofNanos(calls.remove() - refused)).isGreaterThanOrEqualTo(RETRY_AFTER);
        } finally {
            node.stop(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anErrorThatStaysEndsTheProgram(Language language) throws Exception {
        Printed printed = run(language, both(), "nosuch", "order-17");

        assertThat(printed.status()).isEqualTo(1);
        assertThat(printed.lines()).hasSize(4);
        assertThat(printed.errors()).contains("sequence").contains("nosuch");
    }

    @ParameterizedTest
    @EnumSource
    void aShortProgramGetsOtherIdsAndTheSameNumberForTheSameKey(ShortProgram program) throws Exception {
        List<List<String>> lines = new ArrayList<>();
        for (String key : List.of("order-17", "order-17", "order-18")) {
            Printed printed = run(program, "policies", key);
            assertThat(printed.status()).as(printed.toString()).isZero();
            lines.add(printed.lines());
        }

        assertThat(lines)
                .extracting(each -> each.get(0))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[0-9]{15,19}"));
        assertThat(lines)
                .extracting(each -> each.get(1))
                .containsExactly(Long.toString(FIRST), Long.toString(FIRST), Long.toString(FIRST + 1));
    }

    @ParameterizedTest
    @EnumSource
    void aShortProgramEndsAtAnErrorWithItsText(ShortProgram program) throws Exception {
        Printed printed = run(program, "nosuch", "order-17");

        assertThat(printed.status()).as(printed.toString()).isNotZero();
        assertThat(printed.lines()).first().asString().matches("[0-9]{15,19}");
        assertThat(printed.lines() + printed.errors()).contains("there is no sequence of this name: sequence=nosuch");
    }

    private String both() {
        return first.httpUrl() + "," + second.httpUrl();
    }

    private List<Printed> runAll(String nodes) throws Exception {
        List<Printed> all = new ArrayList<>();
        for (Language language : Language.values()) {
            all.add(succeed(language, nodes, "policies", "order-17"));
        }
        return all;
    }

    private Printed succeed(Language language, String... arguments) throws Exception {
        Printed printed = run(language, arguments);
        assertThat(printed.status()).as(printed.toString()).isZero();
        assertThat(printed.lines()).hasSize(5);
        assertThat(printed.ids()).allMatch(id -> id.matches("[0-9]{15,19}"));
        assertThat(printed.sortable()).matches("[0-9a-f]{32}");
        return printed;
    }

    private Printed run(Language language, String... arguments) throws Exception {
        // Node.js goes by the name: this one may import.
        return run(List.of(language.interpreter), language.block, "ids.mjs", List.of(arguments));
    }

    private Printed run(ShortProgram program, String sequence, String key) throws Exception {
        InetSocketAddress port = program.portOf(first);
        return run(
                program.interpreter,
                program.block,
                program.file,
                List.of(port.getHostString(), Integer.toString(port.getPort()), sequence, key));
    }

    private Printed run(List<String> interpreter, String block, String file, List<String> arguments) throws Exception {
        Path program = Files.writeString(folder.resolve(file), program(block));
        Path output = folder.resolve("output.txt");
        Path errors = folder.resolve("errors.txt");
        List<String> command = new ArrayList<>(interpreter);
        command.add(program.toString());
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(variable -> variable.matches("(?i).*_proxy"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS))
                    .as("ended: " + command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Printed(process.exitValue(), Files.readAllLines(output), Files.readString(errors));
    }

    /** Passes a request to a node, and its answer back. */
    private void passOn(HttpExchange exchange, String node) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node + exchange.getRequestURI()))
                .POST(BodyPublishers.noBody());
        for (String header : List.of("Accept", "Idempotency-Key")) {
            exchange.getRequestHeaders()
                    .getOrDefault(header, List.of())
                    .forEach(value -> request.header(header, value));
        }
        try {
            HttpResponse<byte[]> answered = client.send(request.build(), ofByteArray());
            answer(exchange, answered.statusCode(), answered.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the node was asked: " + node, e);
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
