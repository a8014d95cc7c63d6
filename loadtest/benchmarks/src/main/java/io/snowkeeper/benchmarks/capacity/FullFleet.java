package io.snowkeeper.benchmarks.capacity;

import io.snowkeeper.benchmarks.sequence.DurableServers;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.ProcessMemory;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A fleet all of whose 1,024 worker ids are taken, by 16 nodes: how fast they come, their cost, and the effects of a
 * restart of ZooKeeper.
 */
final class FullFleet implements AutoCloseable {

    private static final int NODES = Integer.getInteger("nodes", 16);
    private static final int WORKER_IDS = Integer.getInteger("workerIds", 1_024);
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final Duration STEADY = Duration.ofSeconds(Long.getLong("steady", 60));
    private static final Duration AWAY = Duration.ofSeconds(Long.getLong("away", 5));

    /** Nodes on machines of their own have disks of their own; here, all would force their states to the one that ZooKeeper writes to. */
    private static final boolean KEEPS_STATE = Boolean.getBoolean("state");

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 100;

    private final Ensemble zooKeeper;
    private final List<JavaProcess> nodes = new ArrayList<>();
    private final List<FleetNode> asked = new ArrayList<>();

    private FullFleet(Ensemble zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    static void run(Path folder, Path program) throws IOException, InterruptedException {
        try (Ensemble zooKeeper = DurableServers.start(1, "-Xmx1g", folder.resolve("servers"));
                FullFleet fleet = new FullFleet(zooKeeper)) {
            fleet.measure(folder, program);
        }
    }

    private void measure(Path folder, Path program) throws IOException, InterruptedException {
        long started = System.nanoTime();
        for (int i = 0; i < NODES; i++) {
            startNode("n" + i, Files.createDirectories(folder.resolve("n" + i)), program);
        }
        await("all worker ids are held", this::allHeld);
        print(
                "claimed: %,d worker ids by %d nodes, %.1f s after the first process was started",
                WORKER_IDS, NODES, since(started));
        measureRest();
        measureRestart();
    }

    private void startNode(String name, Path folder, Path program) throws IOException {
        int http = Ports.next();
        nodes.add(JavaProcess.start(
                List.of(),
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                List.of("-jar", program.toString()),
                List.of(
                        "serve",
                        "--name",
                        name,
                        "--port",
                        "0",
                        "--http-port",
                        Integer.toString(http),
                        "--worker-ids",
                        Integer.toString(WORKER_IDS / NODES),
                        "--window",
                        WINDOW.toSeconds() + "s",
                        "--state-dir",
                        KEEPS_STATE ? folder.resolve("state").toString() : "none",
                        "--zookeeper",
                        zooKeeper.connectString()),
                Map.of(),
                folder.resolve("log")));
        asked.add(new FleetNode("http://127.0.0.1:" + http));
    }

    private boolean allHeld() {
        return asked.stream().allMatch(FleetNode::isReady) && asked.get(0).liveWorkerIds() == WORKER_IDS;
    }

    private void measureRest() throws IOException, InterruptedException {
        Thread.sleep(WINDOW.toMillis());
        long before = ServerFigures.transactions(zooKeeper.address(0));
        long started = System.nanoTime();
        Thread.sleep(STEADY.toMillis());
        double perSecond = (ServerFigures.transactions(zooKeeper.address(0)) - before) / since(started);
        long resident = nodes.stream()
                .flatMap(node -> node.memory().stream())
                .mapToLong(ProcessMemory::residentKib)
                .sum();
        print(
                "at rest: %.1f transactions/s, %.4f for each worker id and second; %,d MiB resident for each node",
                perSecond, perSecond / WORKER_IDS, resident / NODES / 1_024);
    }

    private void measureRestart() throws IOException, InterruptedException {
        Instant killed = Instant.now();
        zooKeeper.killAll();
        Thread.sleep(AWAY.toMillis());
        zooKeeper.startAll();
        zooKeeper.awaitLeader();
        Instant serving = Instant.now();
        long started = System.nanoTime();
        int[] refusals = {0};
        await("all reservations are extended", () -> {
            refusals[0] += (int) asked.stream().filter(node -> !node.isReady()).count();
            // A reservation that was extended after the kill reaches a window beyond it.
            return asked.get(0).leastReservedUntil().isAfter(killed.plus(WINDOW));
        });
        print(
                "restarted: ZooKeeper away for %.1f s; all reservations extended %.1f s after it served again; %d times a node was found not ready",
                Duration.between(killed, serving).toMillis() / 1e3, since(started), refusals[0]);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long started = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (nodes.stream().anyMatch(node -> !node.isAlive())) {
                throw new IllegalStateException("a node ended, see its log");
            }
            if (since(started) > PATIENCE.toSeconds()) {
                throw new IllegalStateException("not within %s: %s".formatted(PATIENCE, what));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static double since(long started) {
        return (System.nanoTime() - started) / 1e9;
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, "fleet " + format + "%n", values);
    }

    @Override
    public void close() {
        nodes.forEach(JavaProcess::close);
    }
}
