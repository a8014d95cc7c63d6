package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with a small heap and a ZooKeeper of its own, which callers ask for more keys and reservations than fit in. */
@Tag("system")
class EmbeddedZooKeeperMemoryIT {

    private static final int CALLERS = 32;

    /** Several times the number that fits in. */
    private static final int CALLS_OF_EACH = 1_000;

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private NodeProcess node;

    @BeforeEach
    void start() throws Exception {
        node = NodeProcess.startWith(
                folder,
                List.of("-Xmx48m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of("serve", "--name", "n1", "--port", "0", "--http-port", "0", "--embedded-zookeeper-port", "0"));
        node.awaitWorkerId();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void refusesNewOnesInTimeAndServesAllElse() throws Exception {
        try (LineClient client = node.connect()) {
            awaitAnswer(
                    client,
                    "sequence_create_ok",
                    "{\"type\":\"sequence_create\",\"sequence\":\"g\",\"mode\":\"gapless\",\"from\":1,\"to\":1000000}");

            List<String> refusals = fill();

            assertThat(refusals)
                    .hasSize(CALLERS)
                    .allSatisfy(
                            text -> assertThat(text).contains("the memory of a node that brings its own ZooKeeper"));
            assertThat(node.stderr())
                    .containsPattern("holds \\d+ znodes in about \\d+ MiB of memory, \\d+ MiB of the heap");
            JsonNode known = awaitAnswer(client, "sequence_next_ok", next("0-0"));
            awaitAnswer(
                    client,
                    "sequence_confirm_ok",
                    "{\"type\":\"sequence_confirm\",\"sequence\":\"g\",\"reservation\":\"%s\"}"
                            .formatted(known.path("reservation").asText()));
            node.awaitId();
        }
    }

    /** Returns the answer to a call, which is made again where the node was too busy to answer it in time. */
    private static JsonNode awaitAnswer(LineClient client, String type, String body) {
        return await().until(
                        () -> client.call(body),
                        answer -> answer.path("type").asText().equals(type));
    }

    private static String next(String key) {
        return "{\"type\":\"sequence_next\",\"sequence\":\"g\",\"key\":\"%s\"}".formatted(key);
    }

    /** Returns each caller's last refusal. */
    private List<String> fill() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Future<String>> refusals = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                String name = String.valueOf(caller);
                refusals.add(callers.submit(() -> fill(name)));
            }
            List<String> texts = new ArrayList<>();
            for (Future<String> refusal : refusals) {
                texts.add(refusal.get());
            }
            return texts;
        } finally {
            callers.shutdownNow();
        }
    }

    private String fill(String caller) throws Exception {
        try (LineClient client = node.connect()) {
            for (int call = 0; call < CALLS_OF_EACH; call++) {
                String body = next(caller + "-" + call);
                // A call that waited for too long was not refused for the memory.
                JsonNode answer = await().until(
                                () -> client.call(body),
                                said -> !said.path("text").asText().contains("waited"));
                if (answer.path("type").asText().equals("error")) {
                    return answer.path("text").asText();
                }
            }
            return "nothing was refused";
        }
    }
}
