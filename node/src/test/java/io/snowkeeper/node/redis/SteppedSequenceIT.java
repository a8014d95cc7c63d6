package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.LoneNode;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.testkit.net.LineClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Sequences that count by steps, on each port of a node with a ZooKeeper. */
@TestInstance(Lifecycle.PER_CLASS)
class SteppedSequenceIT {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private Node node;
    private RedisClient redis;
    private LineClient line;

    @BeforeAll
    void start() throws Exception {
        node = node();
        line = LineClient.connect(node.start());
        redis = new RedisClient(node.redisAddress().orElseThrow());
        await().untilAsserted(() -> assertThat(redis.ask("ID.NEXT")).startsWith(":"));
        await().untilAsserted(() -> assertThat(redis.ask("SEQ.CREATE ready BLOCK 5000001 6000001 STEP 10"))
                .isEqualTo("+OK"));
    }

    @AfterAll
    void stop() throws Exception {
        redis.close();
        line.close();
        node.close();
    }

    /** Sends a request over the line port, and returns the body of the answer without its addressing. */
    private String ask(String body) throws IOException {
        String answer = line.ask(
                "{\"src\":\"c\",\"body\":{%s,\"msg_id\":1}}".formatted(body).replace('\'', '"'));
        return answer.substring(answer.indexOf("\"body\": {") + 9, answer.indexOf(", \"in_reply_to\""));
    }

    private String send(String method, String path, String body) throws Exception {
        InetSocketAddress address = node.httpAddress().orElseThrow();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + address.getPort() + "/v1/sequences" + path))
                .method(method, BodyPublishers.ofString(body.replace('\'', '"')))
                .header("content-type", "application/json")
                .build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void allPortsGiveNumbersOfOneSequenceAStepApart() throws Exception {
        assertThat(redis.ask("SEQ.CREATE tens BLOCK 1 1000001 STEP 10")).isEqualTo("+OK");
        assertThat(redis.ask("INCR tens")).isEqualTo(":1");
        assertThat(redis.ask("INCRBY tens 3")).as("the last of three").isEqualTo(":31");
        assertThat(redis.ask("GET tens")).isEqualTo("31");
        assertThat(ask("'type':'sequence_next','sequence':'tens','count':3"))
                .isEqualTo("\"type\": \"sequence_next_ok\", \"numbers\": [41, 51, 61], \"reservation\": null");
        assertThat(ask("'type':'sequence_next','sequence':'tens','count':2,'key':'sale-4711'"))
                .contains("\"numbers\": [71, 81]");
        assertThat(send("POST", "/tens/next?count=2", ""))
                .isEqualTo("{\"numbers\":[\"91\",\"101\"],\"reservation\":null}");
        assertThat(redis.ask("SEQ.NEXT tens COUNT 2 KEY sale-4711")).isEqualTo("*2");
        assertThat(redis.line()).isEqualTo("*2");
        assertThat(List.of(redis.line(), redis.line())).containsExactly(":71", ":81");
        redis.line();
    }

    @Test
    void allPortsTellTheStepWhereThereIsOne() throws Exception {
        assertThat(ask("'type':'sequence_describe','sequence':'ready'"))
                .contains("\"from\": [5000001], \"to\": [6000001], \"step\": 10, \"next\": 5000001,")
                .contains("\"remaining\": 100001");
        assertThat(ask("'type':'sequence_list'")).contains("\"mode\": \"block\", \"step\": 10, \"next\"");
        assertThat(send("GET", "/ready", ""))
                .contains(
                        "\"ranges\":[{\"from\":\"5000001\",\"to\":\"6000001\"}],\"step\":\"10\",\"next\":\"5000001\"");
        assertThat(send("GET", "?format=number", "")).contains("\"step\":10,");
        assertThat(described("ready")).containsSubsequence("step", ":10");

        assertThat(ask("'type':'sequence_create','sequence':'ones','mode':'ordered','from':2,'to':9,'step':1"))
                .contains("\"to\": [9], \"next\": 2,");
        assertThat(send("GET", "/ones", "")).doesNotContain("step");
        assertThat(described("ones")).doesNotContain("step");
    }

    private List<String> described(String name) throws IOException {
        redis.ask("SEQ.DESCRIBE " + name);
        List<String> fields = new ArrayList<>();
        while (!fields.contains("max_keys")) {
            fields.add(redis.line());
        }
        redis.line();
        return fields;
    }

    @Test
    void aSequenceIsMadeLengthenedAndAdvancedByItsNumbers() throws Exception {
        assertThat(
                        send(
                                "POST",
                                "",
                                "{'sequence':'odd','mode':'ordered','step':2,'ranges':[{'from':2000001,'to':2000099}],'format':'N-{n}'}"))
                .contains("\"step\":\"2\"", "\"remaining\":\"50\"");
        assertThat(
                        ask(
                                "'type':'sequence_create','sequence':'even','mode':'ordered','step':2,'from':2000000,'to':2000098"))
                .startsWith("\"type\": \"sequence_create_ok\"");
        assertThat(
                        ask(
                                "'type':'sequence_create','sequence':'fives','mode':'ordered','step':5,'from':2000000,'to':2000050"))
                .contains("\"code\": 22", "both would hand out 20000");
        assertThat(send("POST", "/odd/ranges", "{'ranges':[{'from':2000101,'to':2000200}]}"))
                .contains(
                        "a step of 2 passes over the end of range 2000101-2000200: to=2000200; end it at 2000199 or 2000201");
        assertThat(send("POST", "/odd/ranges", "{'ranges':[{'from':2000101,'to':2000201}]}"))
                .contains("\"remaining\":\"101\"");
        assertThat(send("POST", "/odd/advance", "{'to':2000200}")).contains("step=2; advance it to 2000199 or 2000201");
        assertThat(redis.ask("SEQ.ADVANCE odd 2000199")).isEqualTo("+OK");
        assertThat(send("POST", "/odd/next?count=2", ""))
                .isEqualTo(
                        "{\"numbers\":[\"2000199\",\"2000201\"],\"reservation\":null,\"texts\":[\"N-2000199\",\"N-2000201\"]}");
        assertThat(send("GET", "/odd/parse?text=N-2000077", "")).contains("\"valid\":true,\"number\":\"2000077\"");
        assertThat(send("GET", "/odd/parse?text=N-2000078", ""))
                .contains(
                        "\"valid\":false",
                        "in no range of the sequence, by its step of 2: sequence=odd, number=2000078");
        assertThat(ask("'type':'sequence_delete','sequence':'even','next':2000000"))
                .isEqualTo("\"type\": \"sequence_delete_ok\"");
    }

    @Test
    void whatIsNoStepIsRefusedOnEachPort() throws Exception {
        assertThat(redis.ask("SEQ.CREATE g GAPLESS 1 1001 STEP 10"))
                .startsWith("-ERR a gapless sequence counts by ones");
        assertThat(redis.ask("SEQ.CREATE g BLOCK 1 1000 STEP 10")).contains("end it at 991 or 1001");
        assertThat(ask("'type':'sequence_create','sequence':'g','mode':'block','from':1,'to':9,'step':0"))
                .contains("\"code\": 12, \"text\": \"must be >= 1: step=0\"");
        assertThat(ask("'type':'sequence_create','sequence':'g','mode':'block','from':1,'to':9,'step':'two'"))
                .contains("\"code\": 12, \"text\": \"step must be an integer of 64 bits");
        assertThat(ask("'type':'sequence_configure','sequence':'ready','step':5"))
                .contains("step is given when a sequence is created, and stays: leave it out: step=5");
        assertThat(send("PATCH", "/ready", "{'step':5}")).contains("unknown key in body: step");
    }

    private static Node node() {
        OperationSettings overHttp = new OperationSettings(
                Optional.of(HttpServerSettings.on("127.0.0.1", 0)), Duration.ofSeconds(2), Duration.ZERO);
        return LoneNode.in(folder, overHttp, settings -> settings.with(new RedisSettings(0, true)));
    }
}
