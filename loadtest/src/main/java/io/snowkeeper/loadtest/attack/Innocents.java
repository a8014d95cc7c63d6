package io.snowkeeper.loadtest.attack;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** All innocents of a run at work, and the client of the {@link Bystander}. */
final class Innocents implements AutoCloseable {

    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration READY = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 50;
    private static final String SEQUENCE = "innocent";

    private final Bystander bystander = Bystander.start();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<InnocentClient> clients = new ArrayList<>();
    private final InnocentClient control;
    private final Dialer dialer;
    private final Target target;

    /** Makes them; none asks anything yet. */
    Innocents(Target target) throws IOException {
        this.target = target;
        this.dialer = new Dialer(target.certificate(), TIMEOUT);
        this.control = new InnocentClient(bystander.client(), new Dialer(Optional.empty(), TIMEOUT), PACE);
    }

    /**
     * Makes sequences, the first of which the innocents use.
     *
     * @throws IOException if the node is not ready for that within a minute
     */
    void prepare(int sequences) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the node gives no ids within " + READY);
            }
            Thread.sleep(POLL_MILLIS);
        }
        try (Socket socket = dialer.dial(target.line())) {
            for (int i = 0; i < sequences; i++) {
                String name = i == 0 ? SEQUENCE : "%s-%d".formatted(SEQUENCE, i);
                LineExchange.of(
                                "sequence_create",
                                ",\"sequence\":\"%s\",\"mode\":\"block\",\"from\":1,\"to\":1000000000".formatted(name))
                        .on(socket.getInputStream(), socket.getOutputStream());
            }
        }
    }

    private boolean isReady() {
        try (Socket socket = dialer.dial(target.line())) {
            LineExchange.of("generate", "").on(socket.getInputStream(), socket.getOutputStream());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void start() {
        Stream.of(
                        new Innocent("line", target.line(), LineExchange.of("generate", ""), false),
                        new Innocent("line, new connection", target.line(), LineExchange.of("generate", ""), true),
                        new Innocent("http", target.http(), new HttpExchange("POST /v1/ids"), false),
                        new Innocent(
                                "sequence",
                                target.line(),
                                LineExchange.of("sequence_next", ",\"sequence\":\"%s\"".formatted(SEQUENCE)),
                                false))
                .map(innocent -> new InnocentClient(innocent, dialer, PACE))
                .forEach(clients::add);
        clients.forEach(executor::execute);
        executor.execute(control);
    }

    /** Waits for the answers to the requests that are under way. */
    void stop() throws InterruptedException {
        clients.forEach(InnocentClient::stop);
        control.stop();
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("an innocent waits for more than its timeout");
        }
    }

    List<InnocentClient> clients() {
        return clients;
    }

    /** Returns the client of a server that nobody attacks. */
    InnocentClient control() {
        return control;
    }

    @Override
    public void close() throws IOException {
        executor.shutdownNow();
        bystander.close();
    }
}
