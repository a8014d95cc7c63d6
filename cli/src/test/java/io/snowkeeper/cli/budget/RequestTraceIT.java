package io.snowkeeper.cli.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Through how many files a reader follows a request. */
class RequestTraceIT {

    private static final int WARM = 200;
    private static final int TRACED = 10;

    @TempDir
    private static Path folder;

    private static NodeProcess node;
    private static RequestTrace trace;
    private static LineClient client;

    @BeforeAll
    static void startNode() throws Exception {
        int debugger = Ports.next();
        node = NodeProcess.startWith(
                folder,
                List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + debugger),
                List.of("serve", "--name", "n1", "--port", "0", "--embedded-zookeeper-port", "0"));
        node.awaitWorkerId();
        client = node.connect();
        trace = RequestTrace.of(debugger);
    }

    @AfterAll
    static void stopNode() throws Exception {
        trace.close();
        client.close();
        node.close();
    }

    private static void create(String name, String mode) throws IOException {
        String request =
                "{\"type\":\"sequence_create\",\"sequence\":\"%s\",\"mode\":\"%s\",\"from\":1,\"to\":1000000,\"allow_overlap\":true}";
        assertThat(client.call(request.formatted(name, mode)).path("type").asText())
                .isEqualTo("sequence_create_ok");
    }

    private static String next(String name) {
        return "{\"type\":\"sequence_next\",\"sequence\":\"%s\"}".formatted(name);
    }

    /** A node refuses while its disk stalls for longer than its state is ahead. */
    private static void awaitAnswer(String body, String answer) {
        await().untilAsserted(() ->
                assertThat(client.call(body).path("type").asText()).isEqualTo(answer));
    }

    private static void within(String budget, String body, String answer) throws Exception {
        for (int i = 0; i < WARM; i++) {
            awaitAnswer(body, answer);
        }
        Set<String> files = trace.filesOf(TRACED, () -> awaitAnswer(body, answer));
        System.out.println(budget + " enters " + files);
        Budget.read().holds(budget, files.size());
    }

    @Test
    void anId() throws Exception {
        within("files.generate", "{\"type\":\"generate\"}", "generate_ok");
    }

    @Test
    void aNumberOfABlock() throws Exception {
        create("B", "block");
        within("files.next.block", next("B"), "sequence_next_ok");
    }

    @Test
    void aNumberInOrder() throws Exception {
        create("O", "ordered");
        within("files.next.ordered", next("O"), "sequence_next_ok");
    }
}
