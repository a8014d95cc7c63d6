package io.snowkeeper.loadtest.uniqueness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two embedded members and two nodes, each a process of its own, on four worker ids: a member that is stopped for longer than its session
 * and its reservation has a successor under its own worker id when it goes on. Members are killed, and ZooKeeper as well. All of them
 * are asked for ids of 8 bytes, UUIDs and sortable ids in turn.
 *
 * <p>Public ids, TypeIDs and bit-reversed ids are these in other words, each by a bijection, as property tests of {@code core} hold: where
 * no id comes twice, none of those does.
 */
class EmbeddedFleetIT {

    /** For each kind. In short, one round makes as many. */
    private static final long IDS = Extent.of(300_000L, 100_000_000L);

    private static final int BATCH = 5_000;

    /** Before all ids: clocks of one machine differ by less. */
    private static final long SINCE = System.currentTimeMillis() - TimeUnit.MINUTES.toMillis(1);

    private static final String FOUR_WORKER_IDS = "41/2/20";
    private static final String WINDOW_MILLIS = "3000";
    private static final String SESSION_MILLIS = "2000";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final Map<TakenKind, IdSet> all = new EnumMap<>(TakenKind.class);
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private ZooKeeperServer zooKeeper;
    private volatile boolean ended;

    @BeforeEach
    void startZooKeeper() throws Exception {
        for (TakenKind kind : TakenKind.values()) {
            all.put(kind, new IdSet());
        }
        zooKeeper = ZooKeeperServer.plain(folder);
        opened.add(zooKeeper);
    }

    @AfterEach
    void endAll() throws Exception {
        ended = true;
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void noIdComesTwiceWhateverBefallsThoseWhoMakeThem() throws Exception {
        Embedded first = new Embedded("e1");
        Embedded second = new Embedded("e2");
        LoadedNode third = new LoadedNode("n1");
        LoadedNode fourth = new LoadedNode("n2");
        List.of(first.taken, second.taken, third.taken, fourth.taken).forEach(Taken::awaitMore);

        do {
            first.signal("STOP");
            succeed();
            first.signal("CONT");
            third.node.signal("STOP");
            succeed();
            third.node.signal("CONT");
            second.kill();
            second = new Embedded("e2");
            second.taken.awaitMore();
            zooKeeper.kill();
            first.taken.awaitMore();
            zooKeeper.restart();
            List.of(first.taken, second.taken, third.taken, fourth.taken).forEach(Taken::awaitMore);
        } while (all.values().stream().anyMatch(ids -> ids.size() < IDS));

        first.stop();
        second.stop();
        ended = true;
        third.join();
        fourth.join();
        assertThat(failures).isEmpty();
        assertThat(all).allSatisfy((kind, ids) -> {
            Repetitions repetitions = ids.repetitions();
            assertThat(repetitions.examples())
                    .as("ids that came twice, of %,d", ids.size())
                    .isEmpty();
            assertThat(ids.size()).isGreaterThanOrEqualTo(IDS);
        });
    }

    /** Another member waits for a worker id, and gets that of the stalled one: there is no other. It hands it back. */
    private void succeed() throws Exception {
        Embedded successor = new Embedded("successor");
        successor.taken.awaitMore();
        successor.stop();
    }

    private Thread start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setUncaughtExceptionHandler((ended, failure) -> failures.add(failure));
        thread.start();
        return thread;
    }

    /** How many ids of each kind a member has given. */
    private final class Taken {

        private final AtomicLongArray counts = new AtomicLongArray(TakenKind.values().length);

        void add(TakenKind kind, long[] judged, int count) {
            all.get(kind).add(judged, 0, count);
            counts.addAndGet(kind.ordinal(), count);
        }

        /** Waits for ids of each kind. */
        void awaitMore() {
            long[] before =
                    IntStream.range(0, counts.length()).mapToLong(counts::get).toArray();
            await().atMost(Patience.LIMIT)
                    .until(() -> IntStream.range(0, counts.length()).allMatch(i -> counts.get(i) > before[i]));
        }
    }

    /** An embedded member whose ids are taken down. */
    private final class Embedded implements AutoCloseable {

        final Taken taken = new Taken();
        private final JavaProcess process;
        private final Thread reader;

        Embedded(String name) throws IOException {
            ProcessBuilder builder = new ProcessBuilder(JavaProcess.command(
                            List.of("-XX:+UseSerialGC", "-Xmx256m"),
                            JavaProcess.mainClass(EmbeddedWriter.class),
                            List.of(zooKeeper.connectString(), name, FOUR_WORKER_IDS, WINDOW_MILLIS, SESSION_MILLIS)))
                    .redirectError(
                            Redirect.appendTo(folder.resolve(name + ".log").toFile()));
            process = JavaProcess.start(builder);
            opened.add(this);
            reader = start(this::read, "reader of " + name);
        }

        private void read() {
            byte[] bytes = new byte[EmbeddedWriter.WRITTEN * EmbeddedWriter.ID_BYTES];
            long[] judged = new long[EmbeddedWriter.WRITTEN];
            try (InputStream in = process.output()) {
                // A process that is killed within an id has not given it.
                while (in.readNBytes(bytes, 0, EmbeddedWriter.HEAD_BYTES) == EmbeddedWriter.HEAD_BYTES) {
                    LongBuffer told = ByteBuffer.wrap(bytes).asLongBuffer();
                    TakenKind kind = TakenKind.values()[(int) told.get()];
                    int count = in.readNBytes(bytes, 0, (int) told.get() * EmbeddedWriter.ID_BYTES)
                            / EmbeddedWriter.ID_BYTES;
                    told.rewind();
                    for (int i = 0; i < count; i++) {
                        judged[i] = kind.judged(told.get(), told.get(), SINCE);
                    }
                    taken.add(kind, judged, count);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void signal(String name) throws IOException {
            process.signal(name);
        }

        /** Ends it, and records its output until then: {@link JavaProcess#kill} would throw that away. */
        void kill() throws Exception {
            end("KILL");
        }

        void stop() throws Exception {
            end("TERM");
        }

        private void end(String signal) throws Exception {
            process.signal(signal);
            assertThat(process.awaitEnd(Patience.LIMIT)).isTrue();
            reader.join();
        }

        @Override
        public void close() throws InterruptedException {
            process.kill();
            reader.join();
        }
    }

    /** A node under requests for batches, as fast as it answers them. */
    private final class LoadedNode {

        final Taken taken = new Taken();
        final NodeProcess node;
        private final Thread client;

        LoadedNode(String name) throws IOException {
            node = NodeProcess.serve(
                    folder,
                    Map.of(),
                    "--zookeeper",
                    zooKeeper.connectString(),
                    "--name",
                    name,
                    "--layout",
                    FOUR_WORKER_IDS,
                    "--window",
                    WINDOW_MILLIS + "ms",
                    "--session-timeout",
                    SESSION_MILLIS + "ms",
                    "--http-port",
                    "none");
            opened.add(node);
            client = start(() -> ask(node.address()), "client of " + name);
        }

        private void ask(InetSocketAddress address) {
            long[] judged = new long[BATCH];
            try (LineClient line = LineClient.connect(address)) {
                while (!ended) {
                    for (TakenKind kind : TakenKind.values()) {
                        JsonNode answer =
                                line.call("{\"type\":\"" + kind.request + "\",\"msg_id\":1,\"count\":" + BATCH + "}");
                        JsonNode ids = answer.path("ids");
                        for (int i = 0; i < ids.size(); i++) {
                            judged[i] = kind.judged(ids.get(i).asText(), SINCE);
                        }
                        taken.add(kind, judged, ids.size());
                        if (ids.isEmpty()) {
                            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void join() throws InterruptedException {
            client.join();
        }
    }
}
