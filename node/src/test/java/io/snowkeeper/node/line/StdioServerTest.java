package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.Layout;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.StagedAnswer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StdioServerTest {

    private static final String INIT =
            "{\"src\":\"c0\",\"body\":{\"type\":\"init\",\"msg_id\":1,\"node_id\":\"n3\"}}\n";
    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}\n";

    private final StdioServer server =
            new StdioServer(TestNode.MAX_BATCH, init -> TestNode.steppingAlone(init.nodeId()));

    @Test
    void theWorkerIdIsTheNumberAtTheEndOfTheNodeId() throws IOException {
        assertThat(run(INIT + GENERATE))
                .isEqualTo("{\"src\": \"n3\", \"dest\": \"c0\", \"body\": {\"type\": \"init_ok\", \"in_reply_to\": 1,"
                        + " \"msg_id\": 0}}\n"
                        + "{\"src\": \"n3\", \"dest\": \"c1\", \"body\": {\"type\": \"generate_ok\", \"id\": %d,"
                                .formatted(Layout.DEFAULT.compose(1001, 3, 0))
                        + " \"in_reply_to\": 2, \"msg_id\": 1}}\n");
    }

    @Test
    void beforeInitRequestsAreRefused() throws IOException {
        assertThat(run(GENERATE))
                .isEqualTo("{\"src\": null, \"dest\": \"c1\", \"body\": {\"type\": \"error\", \"code\": 11,"
                        + " \"text\": \"the node has no name yet: send init first\", \"reason\": \"not-started\", \"begun\": false,"
                        + " \"in_reply_to\": 2, \"msg_id\": 0}}\n");
    }

    @Test
    void aNodeIdWithoutANumberIsMalformed() throws IOException {
        assertThat(run(INIT.replace("n3", "node")))
                .isEqualTo("{\"src\": null, \"dest\": \"c0\", \"body\": {\"type\": \"error\", \"code\": 12,"
                        + " \"text\": \"node_id must end in the worker id, a number from 0 to 1023, such as n1:"
                        + " node_id=node\", \"in_reply_to\": 1, \"msg_id\": 0}}\n");
    }

    @Test
    void aRepeatedInitGoesOnWithTheSameIds() throws IOException {
        List<String> answers = run(INIT + GENERATE + INIT + GENERATE).lines().toList();

        assertThat(answers).hasSize(4);
        assertThat(answers.get(2)).contains("\"type\": \"init_ok\"");
        assertThat(answers.get(3)).contains("\"id\": " + Layout.DEFAULT.compose(1002, 3, 0));
    }

    @Test
    void aBatchOfMoreThanATickIsWaitedFor() throws IOException {
        StdioServer live = new StdioServer(TestNode.MAX_BATCH, init -> TestNode.liveAlone(init.nodeId()));
        String batch = "{\"src\":\"c1\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":2,\"count\":10000}}\n";
        List<String> answers = run(live, INIT + batch + GENERATE).lines().toList();

        assertThat(answers).hasSize(3);
        assertThat(answers.get(1)).contains("\"type\": \"generate_batch_ok\"").hasSizeGreaterThan(10_000 * 10);
        assertThat(answers.get(2)).contains("\"type\": \"generate_ok\"");
    }

    @Test
    void anAnswerThatAnotherThreadWillHaveIsWaitedFor() throws IOException {
        StdioServer staged = new StdioServer(
                TestNode.MAX_BATCH,
                init -> request -> request instanceof Request.Generate
                        ? new StagedAnswer(CompletableFuture.supplyAsync(
                                () -> new Answer.Initialized(),
                                CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)))
                        : new Answer.Initialized());

        assertThat(run(staged, INIT + GENERATE).lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("\"in_reply_to\": 2, \"msg_id\": 1");
    }

    @Test
    void theLastLineNeedsNoEnd() throws IOException {
        assertThat(run(INIT + GENERATE.strip()).lines()).hasSize(2);
    }

    @Test
    void withoutInputThereIsNoOutput() throws IOException {
        assertThat(run("")).isEmpty();
    }

    @Test
    void aLineThatIsTooLongEndsTheRun() throws IOException {
        assertThat(run("x".repeat(70 * 1024) + "\n" + INIT))
                .isEqualTo("{\"src\": null, \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 12,"
                        + " \"text\": \"line must have at most 65536 bytes, verify_ids at most 1048576; the connection"
                        + " is closed\", \"in_reply_to\": null, \"msg_id\": 0}}\n");
    }

    @Test
    void aLastLineThatIsTooLongByOneByteGetsItsAnswer() throws IOException {
        assertThat(run("x".repeat(LineLimits.MAX_LONG_LINE + 1))).contains("\"code\": 12");
    }

    @Test
    void eachAnswerCanBeReadBeforeTheNextRequestIsSent() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (PipedOutputStream toServer = new PipedOutputStream();
                PipedInputStream input = new PipedInputStream(toServer);
                PipedInputStream fromServer = new PipedInputStream();
                PipedOutputStream output = new PipedOutputStream(fromServer)) {
            Future<?> run = executor.submit(() -> {
                server.run(input, output);
                return null;
            });
            BufferedReader answers = new BufferedReader(new InputStreamReader(fromServer, US_ASCII));
            toServer.write(INIT.getBytes(US_ASCII));
            toServer.flush();
            assertThat(answers.readLine()).contains("init_ok");
            toServer.write(GENERATE.getBytes(US_ASCII));
            toServer.flush();
            assertThat(answers.readLine()).contains("generate_ok");
            toServer.close();
            run.get();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void anOutputThatFailsEndsTheRun() {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };

        assertThatThrownBy(() -> server.run(new ByteArrayInputStream(INIT.getBytes(US_ASCII)), broken))
                .isInstanceOf(IOException.class)
                .hasMessage("Broken pipe");
    }

    @Test
    void aBatchLimitOutOfRangeIsRefused() {
        assertThatThrownBy(() -> new StdioServer(0, init -> TestNode.steppingAlone(init.nodeId())))
                .hasMessage("must be >= 1 && <= 1000000: maxBatch=0");
    }

    private String run(String input) throws IOException {
        return run(server, input);
    }

    private static String run(StdioServer server, String input) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        server.run(new ByteArrayInputStream(input.getBytes(US_ASCII)), output);
        return output.toString(US_ASCII);
    }
}
