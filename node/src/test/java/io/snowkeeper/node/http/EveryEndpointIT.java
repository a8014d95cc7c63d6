package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static io.snowkeeper.node.http.HttpNode.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The prohibitions for every endpoint: all described ones are tried. */
@TestInstance(Lifecycle.PER_CLASS)
class EveryEndpointIT {

    private HttpNode node;

    @BeforeAll
    void startNode() throws Exception {
        node = HttpNode.start(SharedZooKeeper.newConnectString(), "n1").awaitReady();
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
    }

    /** An operation, with something in the places of its path. */
    record Operation(String method, String path) {

        static Operation of(String described) {
            String[] parts = described.split(" ");
            return new Operation(parts[0], parts[1].replace("{id}", "1").replaceAll("\\{\\w+}", "x"));
        }
    }

    List<Operation> operations() {
        return described().map(Operation::of).distinct().toList();
    }

    /** All but those that Prometheus and generators of clients ask, which may add parameters of their own. */
    List<Operation> operationsWithParameters() {
        return described()
                .filter(described -> described.endsWith(" 400"))
                .map(Operation::of)
                .toList();
    }

    private Stream<String> described() {
        return new OpenApi(json(node.get("/openapi.json"))).described().stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aMethodThatIsNoneIsRefused(Operation operation) {
        var response = node.send("PURGE", operation.path, "");

        assertThat(problem(response, 405, "method-not-allowed"))
                .isEqualTo("method must be one of %s: method=PURGE"
                        .formatted(response.headers().firstValue("allow").orElseThrow()));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void whatIsBelowItsPathIsNotFound(Operation operation) {
        assertThat(problem(node.send(operation.method, operation.path + "/x/y/z", ""), 404, "unknown-path"))
                .isEqualTo("no such path; see /openapi.json");
    }

    @ParameterizedTest
    @MethodSource("operationsWithParameters")
    void anUnknownParameterIsRefused(Operation operation) {
        assertThat(problem(node.send(operation.method, operation.path + "?nonsense=1", ""), 400, "malformed-request"))
                .startsWith("unknown parameter: nonsense");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aHugeBodyIsRefused(Operation operation) throws IOException {
        assertRefused(
                413, "body-too-large", head(operation) + "content-length: 100000000\r\n\r\n" + "x".repeat(70_000));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aBodyThatIsCutShortIsRefused(Operation operation) throws IOException {
        assertRefused(400, "malformed-request", head(operation) + "content-length: 20\r\n\r\n{\"seq");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void chunksThatAreCutShortAreRefused(Operation operation) throws IOException {
        assertRefused(400, "malformed-request", head(operation) + "transfer-encoding: chunked\r\n\r\n20\r\n{\"seq");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void chunksThatAreNoneAreRefused(Operation operation) throws IOException {
        assertRefused(
                400, "malformed-request", head(operation) + "transfer-encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n");
    }

    /** All but those that only read. */
    List<Operation> changes() {
        return operations().stream()
                .filter(operation -> !operation.method.equals("GET"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aPageOfAnotherSiteIsRefusedWhatChangesSomething(Operation operation) {
        for (String[] headers : List.of(
                new String[] {"sec-fetch-site", "cross-site"},
                new String[] {"sec-fetch-site", "same-site", "origin", "http://127.0.0.1:1"},
                new String[] {"origin", "https://evil.example"},
                new String[] {"origin", "http://127.0.0.1"},
                new String[] {"origin", "https://127.0.0.1:" + node.port()},
                new String[] {"origin", "null"})) {
            assertThat(problem(node.send(operation.method, operation.path, "", headers), 403, "forbidden"))
                    .startsWith("this call is not for pages of other sites: ");
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void itsOwnPageIsNoOtherSite(Operation operation) {
        // A parameter that is not known keeps it from having an effect.
        String path = operation.path + "?nonsense=1";
        String origin = "http://127.0.0.1:" + node.port();

        assertThat(node.send(operation.method, path, "", "origin", origin).statusCode())
                .isEqualTo(400);
        assertThat(node.send(operation.method, path, "", "sec-fetch-site", "same-origin", "origin", origin)
                        .statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void withoutAHostItIsNotAnswered(Operation operation) throws IOException {
        String request = "%s %s HTTP/1.1\r\nconnection: close\r\n".formatted(operation.method, operation.path);

        assertRefused(400, "malformed-request", request + "\r\n");
        assertRefused(400, "malformed-request", request + "host: localhost\r\nhost: localhost\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void anotherVersionOfHttpIsNotAnswered(Operation operation) throws IOException {
        for (String version : List.of("HTTP/9.9", "HTTP/2.0", "HTTP/1.2", "HTTP/0.9")) {
            assertRefused(
                    505,
                    "http-version-not-supported",
                    "%s %s %s\r\nhost: localhost\r\n\r\n".formatted(operation.method, operation.path, version));
        }
    }

    private static String head(Operation operation) {
        return "%s %s HTTP/1.1\r\nhost: 127.0.0.1\r\n".formatted(operation.method, operation.path);
    }

    /** Sends bytes, and requires one answer, a problem, before the connection is closed; and a node that goes on. */
    private void assertRefused(int status, String code, String bytes) throws IOException {
        String answer = node.raw(bytes, true);

        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").doesNotContain("Exception", "\tat ");
        assertThat(answer.split("HTTP/1\\.1 ", -1)).as("answers").hasSize(2);
        problem(answer.substring(answer.indexOf("\r\n\r\n") + 4), status, code);
        assertThat(node.get("/livez").statusCode()).isEqualTo(200);
    }
}
