package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes are restarted one after the other while numbers are taken without keys. */
@Realtime
class RollingRestartIT {

    private static final int CALLERS = 4;

    @TempDir
    private Path folder;

    private final Queue<Long> numbers = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void callersWithoutKeysMissNothingAndLoseNoNumber() throws Exception {
        int first = Ports.next();
        int second = Ports.next();
        try (ProcessFleet fleet = ProcessFleet.onSharedZooKeeper(folder)) {
            NodeProcess one = fleet.serveAt(first, "n1");
            NodeProcess two = fleet.serveAt(second, "n2");
            one.awaitWorkerId();
            two.awaitWorkerId();
            try (SnowkeeperClient client = SnowkeeperClient.builder()
                    .servers(fleet.addresses())
                    .deadline(Duration.ofSeconds(60))
                    .build()) {
                client.sequence("A").create(SequenceMode.ORDERED, new NumberRange(1, Long.MAX_VALUE));
                List<Thread> callers = IntStream.range(0, CALLERS)
                        .mapToObj(caller -> new Thread(() -> take(client)))
                        .toList();
                callers.forEach(Thread::start);
                awaitMore();
                assertThat(one.stop()).isZero();
                fleet.serveAt(first, "n1").awaitWorkerId();
                awaitMore();
                assertThat(two.stop()).isZero();
                fleet.serveAt(second, "n2").awaitWorkerId();
                awaitMore();
                over.set(true);
                for (Thread caller : callers) {
                    caller.join();
                }
                assertThat(failures).isEmpty();
                assertThat(numbers).doesNotHaveDuplicates();
                SequenceDescription state = client.sequence("A").describe();
                assertThat(state.taken()).as("numbers that were taken").isEqualTo(numbers.size());
            }
        }
    }

    private void take(SnowkeeperClient client) {
        try {
            while (!over.get()) {
                numbers.add(client.sequence("A").next(1).first());
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    private void awaitMore() {
        int goal = numbers.size() + 200;
        await().until(() -> numbers.size() >= goal || !failures.isEmpty());
        assertThat(new ArrayList<>(failures)).isEmpty();
    }
}
