package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.Realtime;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with continuous requests over TLS while the node is stopped. It lingers for a second, and resets one that stood still. */
@Realtime
@Timeout(120)
class TlsDrainIT {

    private static final int CLIENTS = 8;

    @TempDir
    private Path folder;

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private TestCa ca;

    @BeforeEach
    void startZooKeeper() throws Exception {
        ca = TestCa.in(folder, "ca");
    }

    @AfterEach
    void stopZooKeeper() throws Exception {
        executor.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void everyAnswerIsWholeAndTheEndIsNoBrokenConnection(String version) throws Exception {
        List<AtomicLong> answers = new ArrayList<>();
        List<Future<List<String>>> clients = new ArrayList<>();
        try (TlsNode node = TlsNode.start(SharedZooKeeper.newConnectString(), TestTls.showing(ca.issue("node")))) {
            for (int i = 0; i < CLIENTS; i++) {
                AtomicLong count = new AtomicLong();
                answers.add(count);
                Callable<List<String>> client =
                        () -> askToTheEnd(node.connect(Port.LINE, TestTls.trusting(ca), version), count);
                clients.add(executor.submit(client));
            }
            // Each, since a client without a request before the end gets no answer.
            await().until(() -> answers.stream().allMatch(count -> count.get() > 0)
                    && answers.stream().mapToLong(AtomicLong::get).sum() > 1_000);
        }

        for (Future<List<String>> client : clients) {
            assertThat(client.get())
                    .isNotEmpty()
                    .allMatch(answer -> answer.startsWith("{\"src\": \"n1\", ") && answer.endsWith("}}"));
        }
    }

    /** Returns all answers. A connection that ends without TLS's own farewell makes it fail. */
    private static List<String> askToTheEnd(SSLSocket connection, AtomicLong count) throws IOException {
        List<String> answers = new ArrayList<>();
        try (SSLSocket socket = connection;
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            String answer = "";
            while (answer != null) {
                socket.getOutputStream().write(Port.LINE.question.getBytes(US_ASCII));
                answer = in.readLine();
                if (answer != null) {
                    answers.add(answer);
                    count.incrementAndGet();
                }
            }
        }
        return answers;
    }
}
