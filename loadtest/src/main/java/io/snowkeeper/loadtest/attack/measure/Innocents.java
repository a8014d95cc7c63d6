package io.snowkeeper.loadtest.attack.measure;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.HttpExchange;
import io.snowkeeper.loadtest.client.LineClient;
import io.snowkeeper.loadtest.client.LineExchange;
import io.snowkeeper.loadtest.client.NodePorts;
import io.snowkeeper.loadtest.client.TlsTrust;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** All innocents of a run at work, and the client of the {@link Bystander}. */
public final class Innocents implements AutoCloseable {

    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration READY = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 50;
    private static final String SEQUENCE = "innocent";

    private final Bystander bystander = Bystander.start();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<InnocentClient> clients = new ArrayList<>();
    private final InnocentClient control;
    private final Connector connector;
    private final NodePorts target;

    /** Makes them; none asks anything yet. */
    public Innocents(NodePorts target) throws IOException {
        this.target = target;
        Optional<Path> certificate = target.certificate();
        this.connector = Connector.within(
                TIMEOUT, certificate.isPresent() ? Optional.of(TlsTrust.read(certificate.get())) : Optional.empty());
        this.control = new InnocentClient(bystander.client(), Connector.within(TIMEOUT, Optional.empty()), PACE);
    }

    /**
     * Makes sequences, the first of which the innocents use.
     *
     * @throws IOException if the node is not ready for that within a minute
     */
    public void prepare(int sequences) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the node gives no ids within " + READY);
            }
            Thread.sleep(POLL_MILLIS);
        }
        try (LineClient client = connector.connect(target.line())) {
            for (int i = 0; i < sequences; i++) {
                String name = i == 0 ? SEQUENCE : "%s-%s".formatted(SEQUENCE, i);
                LineExchange.of(
                                "sequence_create",
                                ",\"sequence\":\"%s\",\"mode\":\"block\",\"from\":1,\"to\":1000000000,\"allow_overlap\":true"
                                        .formatted(name))
                        .on(client);
            }
        }
    }

    private boolean isReady() {
        try (LineClient client = connector.connect(target.line())) {
            LineExchange.of("generate", "").on(client);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public void start() {
        Stream.of(
                        new Innocent("line", target.line(), LineExchange.of("generate", ""), false),
                        new Innocent("line, new connection", target.line(), LineExchange.of("generate", ""), true),
                        new Innocent("redis", target.redis(), new LineExchange("PING\r", "+PONG"), false),
                        new Innocent("http", target.http(), new HttpExchange("POST /v1/ids"), false),
                        new Innocent(
                                "sequence",
                                target.line(),
                                LineExchange.of("sequence_next", ",\"sequence\":\"%s\"".formatted(SEQUENCE)),
                                false))
                .map(innocent -> new InnocentClient(innocent, connector, PACE))
                .forEach(clients::add);
        clients.forEach(executor::execute);
        executor.execute(control);
    }

    /** Waits for the answers to the requests that are under way. */
    public void stop() throws InterruptedException {
        clients.forEach(InnocentClient::stop);
        control.stop();
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("an innocent waits for more than its timeout");
        }
    }

    /** Returns whether each innocent has had answers since then, and all of them within a time. */
    public boolean wereServed(long sinceNanos, Duration time) {
        return clients.stream().allMatch(client -> client.wasServed(sinceNanos, time.toNanos()));
    }

    /** Returns each innocent's results, once all have stopped. */
    public List<InnocentResult> results(Phases phases, AttackLimits limits) {
        return clients.stream()
                .map(client -> InnocentResult.of(client, control, phases, limits))
                .toList();
    }

    /** Returns the measurements of the client of an unattacked server between two times. */
    public LatencySummary control(long fromNanos, long toNanos) {
        return InnocentResult.figures(control, fromNanos, toNanos);
    }

    @Override
    public void close() throws IOException {
        executor.shutdownNow();
        bystander.close();
    }
}
