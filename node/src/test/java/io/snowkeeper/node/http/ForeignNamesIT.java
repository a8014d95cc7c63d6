package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.access.PortCalls;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client with all rights for its own sequences learns nothing of another one, whose range overlaps. */
class ForeignNamesIT {

    private static final String SEQUENCES = "/v1/sequences";
    private static final String OPERATOR = "operator-0123456789";
    private static final String AUDITOR = "auditor-0123456789";

    @TempDir
    private static Path folder;

    private static HttpNode node;

    @BeforeAll
    static void startNode() throws Exception {
        node = HttpNode.start(
                SharedZooKeeper.newConnectString(),
                "n1",
                HttpServerSettings.on("127.0.0.1", 0)
                        .with(TestPolicy.of(
                                folder,
                                TestPolicy.subject("operator", OPERATOR, "*"),
                                TestPolicy.subject("auditor", AUDITOR, "define:policies.*", "read:secret.*"),
                                TestPolicy.subject(
                                        "tenant",
                                        TestPolicy.TOKEN,
                                        "ids",
                                        "next:policies.*",
                                        "confirm:policies.*",
                                        "settle:policies.*",
                                        "read:policies.*",
                                        "define:policies.*"))));
        await("ready").until(() -> ask(OPERATOR, "GET", SEQUENCES, "").statusCode() == 200);
        for (String each : List.of(
                "{\"sequence\": \"secret.o\", \"mode\": \"ordered\", \"from\": 0, \"to\": 987654321}",
                "{\"sequence\": \"policies.b\", \"mode\": \"gapless\", \"from\": 5000000000, \"to\": 5000000009}",
                "{\"sequence\": \"policies.d\", \"mode\": \"ordered\", \"from\": 6000000000, \"to\": 6000000009}")) {
            await(each)
                    .untilAsserted(() -> assertThat(
                                    ask(OPERATOR, "POST", SEQUENCES, each).statusCode())
                            .isEqualTo(201));
        }
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    private static HttpResponse<String> ask(String token, String method, String path, String body) {
        return node.send(method, path, body, "authorization", "Bearer " + token, "content-type", "application/json");
    }

    @Test
    void noAnswerToAnyCallNamesIt() {
        HttpCalls calls = new HttpCalls();
        for (String sequence : List.of(PortCalls.SEQUENCE, "policies.b")) {
            for (String call : calls.calls().stream().filter(calls::needsRight).toList()) {
                String[] asked = call.split(" ");
                String path = asked[1].replace("{name}", sequence)
                        .replace("{reservation}", "x-1")
                        .replace("{number}", "5000000000");
                HttpResponse<String> answer = ask(TestPolicy.TOKEN, asked[0], path, HttpCalls.body(call));

                assertThat(answer.body()).as(call).doesNotContain("secret", "987654321");
            }
        }
    }

    @Test
    void whoMayReadItIsTold() {
        String range = "{\"from\": 5, \"to\": 9}";
        String create = "{\"sequence\": \"policies.c\", \"mode\": \"ordered\", \"from\": 5, \"to\": 9}";
        String rest =
                ", so that both would hand out the same numbers: sequence=%s; give another range, or allow_overlap if that is meant";

        assertThat(HttpNode.problem(ask(AUDITOR, "POST", SEQUENCES, create), 409, "precondition-failed"))
                .isEqualTo("range 5-9 overlaps 0-987654321 of sequence secret.o" + rest.formatted("policies.c"));
        assertThat(HttpNode.problem(ask(TestPolicy.TOKEN, "POST", SEQUENCES, create), 409, "precondition-failed"))
                .isEqualTo("range 5-9 overlaps a range of another sequence" + rest.formatted("policies.c"));
        assertThat(HttpNode.problem(
                        ask(TestPolicy.TOKEN, "POST", SEQUENCES + "/policies.d/ranges", range),
                        409,
                        "precondition-failed"))
                .isEqualTo("range 5-9 overlaps a range of another sequence" + rest.formatted("policies.d"));
    }
}
