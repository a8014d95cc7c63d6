package io.snowkeeper.loadtest.simulation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a simulation makes of a server that does not do what it should. */
class BadServerIT {

    private static final int REQUESTS = 40;

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final AtomicLong requests = new AtomicLong();

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    void oneRepeatedIdFailsTheRun() throws Exception {
        // The last request gets the id of the first one.
        GatlingRun run = runAgainst(number -> Long.toString(number == REQUESTS - 1 ? 0 : number));

        assertThat(run.status()).as(run.output()).isEqualTo(2);
        assertThat(run.output())
                .contains(
                        "of 40 ids, 1 were given out before, such as [0]",
                        "ids: count of failed events is 0.0 : true (actual : 0.0)",
                        "no id twice: count of failed events is 0.0 : false (actual : 1.0)");
    }

    @Test
    void anAnswerThatIsNoneFailsTheRun() throws Exception {
        GatlingRun run = runAgainst(number -> number == 7 ? "seven" : Long.toString(number));

        assertThat(run.status()).as(run.output()).isEqualTo(2);
        assertThat(run.output()).contains("ids: count of failed events is 0.0 : false (actual : 1.0)");
    }

    private GatlingRun runAgainst(LongFunction<String> ids) throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            executor.execute(() -> serve(server, ids));
            return GatlingRun.of(
                    SteadySimulation.class,
                    Map.of(
                            "server", "127.0.0.1:" + server.getLocalPort(),
                            "rate", Integer.toString(REQUESTS),
                            "requests", "10",
                            "duration", "1s",
                            "timeout", "60s",
                            "p99", "60s"));
        }
    }

    private void serve(ServerSocket server, LongFunction<String> ids) {
        while (true) {
            try {
                Socket client = server.accept();
                executor.execute(() -> answer(client, ids));
            } catch (IOException e) {
                // The test has closed it.
                return;
            }
        }
    }

    private void answer(Socket client, LongFunction<String> ids) {
        try (client;
                BufferedReader lines = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))) {
            for (long message = 0; lines.readLine() != null; message++) {
                String answer =
                        "{\"src\": \"n1\", \"dest\": \"gatling\", \"body\": {\"type\": \"generate_ok\", \"id\": %s, \"in_reply_to\": %d, \"msg_id\": %d}}\n"
                                .formatted(ids.apply(requests.getAndIncrement()), message, message);
                client.getOutputStream().write(answer.getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // The user has left.
        }
    }
}
