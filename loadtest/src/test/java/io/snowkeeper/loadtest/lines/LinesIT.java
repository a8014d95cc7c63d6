package io.snowkeeper.loadtest.lines;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Load on a server that answers each line by a short one. */
class LinesIT {

    private static final Duration WARMUP = Duration.ofMillis(50);
    private static final Duration DURATION = Duration.ofMillis(250);
    private static final String LINE = "a line of some length";

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Set<String> lines = ConcurrentHashMap.newKeySet();
    private final AtomicLong answered = new AtomicLong();
    private volatile int linesPerConnection = Integer.MAX_VALUE;
    private volatile boolean silent;
    private ServerSocket server;
    private AtomicInteger connections;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        connections = new AtomicInteger();
        ServerSocket present = server;
        AtomicInteger accepted = connections;
        executor.execute(() -> accept(present, accepted));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        executor.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "3, 10, 1", "7, 100, 2", "1, 1000, 1"})
    void everyAnswerIsCounted(int connectionCount, int depth, int threads) throws Exception {
        LoadResult result = runUntilAnswered(() -> load(connectionCount, depth, threads, 0));

        await().untilAsserted(() -> assertThat(connections).hasValue(connectionCount));
        assertThat(lines).containsExactly(LINE);
        assertThat(result.answers()).isPositive().isLessThanOrEqualTo(answered.get());
        assertThat(result.latencies().getTotalCount()).isEqualTo(result.answers());
    }

    @ParameterizedTest
    @CsvSource({"0", "1000"})
    void connectionsThatComeAtOnceAreMeasuredFromTheBeginning(long rate) throws Exception {
        LoadResult result = runUntilAnswered(() -> load(7, 1, 2, rate, true));

        await().untilAsserted(() -> assertThat(connections).hasValue(7));
        assertThat(result.seconds()).isGreaterThanOrEqualTo(DURATION.toMillis() / 1000.0);
        assertThat(result.latencies().getTotalCount()).isBetween(result.answers(), result.answers() + 7);
    }

    @Test
    void linesWithoutAnAnswerAtTheEndCountWithTheTimeThatTheyHad() throws Exception {
        silent = true;

        LoadResult result = run(load(3, 1, 1, 0, true));

        assertThat(result.answers()).isZero();
        assertThat(result.latencies().getTotalCount()).isEqualTo(3);
        assertThat(result.latencies().getMinValue()).isGreaterThan(DURATION.toNanos() / 2);
    }

    /**
     * Lines that a busy machine has not sent in time are sent later, and count there: it may take more than one run to
     * see.
     */
    @Test
    void aRateIsKept() {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(run(load(2, 100, 1, 1000)).answersPerSecond())
                        .isBetween(500.0, 1500.0));
    }

    @Test
    void aServerThatEndsTheConnectionEndsTheLoad() {
        linesPerConnection = 10;

        assertThatThrownBy(() -> run(load(1, 5, 1, 0)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the load cannot go on: ");
    }

    @Test
    void moreThreadsThanConnectionsAreRefused() {
        assertThatThrownBy(() -> load(1, 1, 2, 0)).hasMessage("must be >= 1 && <= 1: threads=2");
    }

    /**
     * On a machine that stands still for that long, nothing is answered in time. The next attempt has a server of its own: the
     * former may still accept connections that were left.
     */
    private LoadResult runUntilAnswered(Supplier<Load> load) {
        return await().until(
                        () -> {
                            server.close();
                            listen();
                            return run(load.get());
                        },
                        result -> result.answers() > 0);
    }

    private static LoadResult run(Load load) throws IOException, InterruptedException {
        return LinesCommand.run(load, ProcessCpu.of(ProcessHandle.current().pid()));
    }

    private Load load(int connectionCount, int depth, int threads, long rate) {
        return load(connectionCount, depth, threads, rate, false);
    }

    private Load load(int connectionCount, int depth, int threads, long rate, boolean atOnce) {
        return new Load(
                (InetSocketAddress) server.getLocalSocketAddress(),
                Optional.empty(),
                LINE,
                connectionCount,
                depth,
                threads,
                rate,
                WARMUP,
                DURATION,
                atOnce);
    }

    private void accept(ServerSocket from, AtomicInteger accepted) {
        try {
            while (true) {
                Socket client = from.accept();
                accepted.incrementAndGet();
                executor.execute(() -> answer(client, from));
            }
        } catch (IOException e) {
            // Closed at the end of the test.
        }
    }

    private void answer(Socket client, ServerSocket from) {
        try (client;
                BufferedReader reader = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))) {
            OutputStream output = client.getOutputStream();
            String line = reader.readLine();
            while (silent && line != null) {
                line = reader.readLine();
            }
            for (int i = 0; line != null && i < linesPerConnection; i++) {
                lines.add(line);
                answered.incrementAndGet();
                output.write("ok\n".getBytes(US_ASCII));
                line = reader.readLine();
            }
        } catch (IOException e) {
            if (!client.isClosed() && !from.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
