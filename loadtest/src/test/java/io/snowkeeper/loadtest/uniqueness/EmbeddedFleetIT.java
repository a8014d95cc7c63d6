package io.snowkeeper.loadtest.uniqueness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.loadtest.client.Answer;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two embedded members and two nodes, each a process of its own, on four worker ids: a member that is stopped for longer than its session
 * and its reservation has a successor under its own worker id when it goes on. Members are killed, and ZooKeeper as well.
 */
class EmbeddedFleetIT {

    /** In short, one round makes as many. */
    private static final long IDS = Extent.of(1_000_000L, 100_000_000L);

    private static final int BATCH = 5_000;
    private static final String FOUR_WORKER_IDS = "41/2/20";
    private static final String WINDOW_MILLIS = "3000";
    private static final String SESSION_MILLIS = "2000";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final IdSet all = new IdSet();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private ZooKeeperServer zooKeeper;
    private volatile boolean ended;

    @BeforeEach
    void startZooKeeper() throws Exception {
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
        List<AtomicLong> counts = List.of(first.count, second.count, third.count, fourth.count);
        counts.forEach(EmbeddedFleetIT::awaitMore);

        do {
            first.signal("STOP");
            succeed();
            first.signal("CONT");
            third.node.signal("STOP");
            succeed();
            third.node.signal("CONT");
            second.kill();
            second = new Embedded("e2");
            awaitMore(second.count);
            zooKeeper.kill();
            awaitMore(first.count);
            zooKeeper.restart();
            List.of(first.count, second.count, third.count, fourth.count).forEach(EmbeddedFleetIT::awaitMore);
        } while (all.size() < IDS);

        first.stop();
        second.stop();
        ended = true;
        third.join();
        fourth.join();
        Repetitions repetitions = all.repetitions();
        assertThat(repetitions.examples())
                .as("ids that came twice, of %,d", all.size())
                .isEmpty();
        assertThat(all.size()).isGreaterThanOrEqualTo(IDS);
    }

    /** Another member waits for a worker id, and gets that of the one who stands still: there is no other. It hands it back. */
    private void succeed() throws Exception {
        Embedded successor = new Embedded("successor");
        awaitMore(successor.count);
        successor.stop();
    }

    private static void awaitMore(AtomicLong count) {
        long before = count.get();
        await().atMost(Patience.LIMIT).until(() -> count.get() > before);
    }

    /** An embedded member whose ids are taken down. */
    private final class Embedded implements AutoCloseable {

        final AtomicLong count = new AtomicLong();
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
            reader = new Thread(this::read, "reader of " + name);
            reader.start();
        }

        private void read() {
            byte[] bytes = new byte[EmbeddedWriter.WRITTEN * Long.BYTES];
            long[] ids = new long[EmbeddedWriter.WRITTEN];
            try (InputStream in = process.output()) {
                int length;
                do {
                    length = in.readNBytes(bytes, 0, bytes.length);
                    // Who is killed within an id has not told it.
                    LongBuffer told = ByteBuffer.wrap(bytes, 0, length - length % Long.BYTES)
                            .asLongBuffer();
                    int given = told.remaining();
                    told.get(ids, 0, given);
                    all.add(ids, 0, given);
                    count.addAndGet(given);
                } while (length == bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void signal(String name) throws IOException {
            process.signal(name);
        }

        void kill() throws InterruptedException {
            process.kill();
            reader.join();
        }

        void stop() throws Exception {
            assertThat(process.stop(Patience.LIMIT)).isPresent();
            reader.join();
        }

        @Override
        public void close() throws InterruptedException {
            kill();
        }
    }

    /** A node that somebody asks for batches, as fast as it gives them. */
    private final class LoadedNode {

        final AtomicLong count = new AtomicLong();
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
            client = new Thread(() -> ask(node.address()), "client of " + name);
            client.start();
        }

        private void ask(InetSocketAddress address) {
            String request =
                    "{\"src\":\"c\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":1,\"count\":" + BATCH + "}}";
            try (LineClient line = LineClient.connect(address)) {
                while (!ended) {
                    Answer answer = Answer.read(line.ask(request), BATCH);
                    if (answer.errorCode() == 0) {
                        long[] ids = answer.ids();
                        all.add(ids, 0, ids.length);
                        count.addAndGet(ids.length);
                    } else {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
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
