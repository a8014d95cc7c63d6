package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.PrefetchLimits;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four real nodes, of which one after the other goes away while ids are taken as fast as they come. */
@Tag("system")
class ClientFailoverIT {

    private static final int THREADS = 6;
    private static final int BATCH = 50;

    /** So many async calls of a thread wait at once. */
    private static final int PIPELINED = 200;

    @TempDir
    private Path folder;

    private final List<NodeProcess> nodes = new ArrayList<>();
    private ProcessFleet fleet;
    private SnowkeeperClient client;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicLong taken = new AtomicLong();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Taker> takers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
        for (int i = 0; i < 4; i++) {
            nodes.add(fleet.serve("n" + i));
        }
        for (NodeProcess node : nodes) {
            node.awaitWorkerId();
        }
        client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Duration.ofMinutes(1))
                .prefetch(new PrefetchLimits(100, Duration.ofSeconds(1)))
                .build();
    }

    @AfterEach
    void close() throws Exception {
        stop.set(true);
        client.close();
        fleet.close();
    }

    @Test
    void usersSeeNothingOfNodesThatAreKilledAndOneThatIsStopped() throws Exception {
        for (int i = 0; i < THREADS; i++) {
            Taker taker = new Taker();
            takers.add(taker);
            taker.start();
        }
        awaitMore(20_000);
        nodes.get(0).kill();
        awaitMore(20_000);
        assertThat(nodes.get(1).stop()).isZero();
        awaitMore(20_000);
        nodes.get(2).kill();
        awaitMore(40_000);
        stop.set(true);
        for (Taker taker : takers) {
            taker.join();
        }

        assertThat(failures).isEmpty();
        long[] ids = takers.stream().flatMapToLong(Taker::ids).sorted().toArray();
        assertThat(ids).hasSizeGreaterThan(100_000);
        assertThat(Arrays.stream(ids).distinct().count()).as("different ids").isEqualTo(ids.length);
    }

    private void awaitMore(long ids) {
        long goal = taken.get() + ids;
        await().atMost(Duration.ofMinutes(5)).until(() -> taken.get() >= goal || !failures.isEmpty());
    }

    /** A user's thread: takes ids in all ways. */
    private final class Taker extends Thread {

        private final Queue<Long> single = new ConcurrentLinkedQueue<>();
        private final List<long[]> batches = new ArrayList<>();
        private final Semaphore room = new Semaphore(PIPELINED);

        @Override
        public void run() {
            try {
                while (!stop.get()) {
                    take();
                }
                room.acquire(PIPELINED);
            } catch (Throwable e) {
                failures.add(e);
            }
        }

        private void take() throws InterruptedException {
            add(client.next());
            for (int i = 0; i < 10; i++) {
                room.acquire();
                var unused = client.async().next().whenComplete((id, failure) -> {
                    room.release();
                    if (failure == null) {
                        add(id);
                    } else {
                        failures.add(failure);
                    }
                });
            }
            batches.add(client.next(BATCH));
            taken.addAndGet(BATCH);
        }

        private void add(long id) {
            single.add(id);
            taken.incrementAndGet();
        }

        LongStream ids() {
            return LongStream.concat(
                    single.stream().mapToLong(id -> id), batches.stream().flatMapToLong(Arrays::stream));
        }
    }
}
