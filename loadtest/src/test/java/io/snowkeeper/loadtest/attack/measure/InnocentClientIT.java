package io.snowkeeper.loadtest.attack.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineExchange;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An innocent and a server that takes connections and says nothing. */
class InnocentClientIT {

    private static final Duration PACE = Duration.ofMillis(10);
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private ServerSocket server;
    private InnocentClient client;
    private Thread thread;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Innocent innocent = new Innocent(
                "line", (InetSocketAddress) server.getLocalSocketAddress(), LineExchange.of("generate", ""), false);
        client = new InnocentClient(innocent, Connector.within(TIMEOUT, Optional.empty()), PACE);
        thread = new Thread(client);
        thread.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        thread.join();
        server.close();
    }

    /** A long silence must not count as one slow request among many quick ones. */
    @Test
    void requestsThatWereDueMeanwhileCountToo() {
        List<Sample> samples = await().until(this::all, all -> !all.isEmpty());

        assertThat(samples).hasSizeGreaterThanOrEqualTo((int) TIMEOUT.dividedBy(PACE));
    }

    @Test
    void noAnswerIsAFailureAndNoRecovery() {
        long start = System.nanoTime();

        assertThat(await().until(this::all, all -> !all.isEmpty())).allMatch(Sample::failed);
        assertThat(client.lastFailure()).isEqualTo("Read timed out");
        assertThat(client.firstGood(start, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void whoIsNotAnsweredIsNotServed() {
        assertThat(client.wasServed(System.nanoTime(), Long.MAX_VALUE)).isFalse();
        await().until(this::all, all -> !all.isEmpty());
        assertThat(client.wasServed(all().get(0).startedNanos(), Long.MAX_VALUE))
                .isFalse();
    }

    @Test
    void whoIsAnsweredInTimeIsServed() throws IOException {
        try (Bystander bystander = Bystander.start()) {
            InnocentClient answered =
                    new InnocentClient(bystander.client(), Connector.within(Patience.LIMIT, Optional.empty()), PACE);
            Thread asking = new Thread(answered);
            long start = System.nanoTime();
            asking.start();

            await().until(() -> answered.wasServed(start, Long.MAX_VALUE));
            assertThat(answered.wasServed(start, 1)).isFalse();
            answered.stop();
        }
    }

    private List<Sample> all() {
        return client.samples(Long.MIN_VALUE / 2 + System.nanoTime(), Long.MAX_VALUE / 2 + System.nanoTime());
    }
}
