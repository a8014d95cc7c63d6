package io.snowkeeper.coordinator.sequence.access;

import io.snowkeeper.coordinator.sequence.engine.RawZnodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a fleet's gate makes of answers that are late, old or odd. */
class FleetGateIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AtomicReference<Optional<String>> joined = new AtomicReference<>(Optional.empty());
    private final ServedFleet fleet = new ServedFleet(joined::get);
    private final FleetGate gate = new FleetGate(fleet, "/snowkeeper");

    private TestingServer server;
    private RawZnodes raw;
    private ScriptedZooKeeper handle;

    @BeforeEach
    void start() throws Exception {
        server = new TestingServer();
        raw = new RawZnodes(server.getConnectString());
        handle = new ScriptedZooKeeper(server.getConnectString());
    }

    @AfterEach
    void stop() throws Exception {
        handle.close();
        raw.close();
        server.close();
    }

    private void makeFleet() throws Exception {
        raw.create("/fleet", "{\"id\":\"one\"}");
    }

    @Test
    void anAnswerFromBeforeTheFleetWasMadeRefusesNothing() throws Exception {
        handle.holds = true;
        CompletableFuture<?> opened = gate.open(handle);
        Runnable answer = handle.held.poll(1, TimeUnit.MINUTES);
        assertThat(answer).isNotNull();
        makeFleet();
        joined.set(Optional.of("one"));
        handle.holds = false;
        answer.run();
        assertThat(opened).succeedsWithin(PATIENCE);
        assertThat(fleet.refusal()).isNull();
        assertThat(gate.isOpen(handle)).isTrue();
    }

    @Test
    void anAnswerFromBeforeAnotherConnectionHasSeenTheFleetRefusesNothing() throws Exception {
        FleetGate others = new FleetGate(fleet, "/snowkeeper");
        handle.holds = true;
        CompletableFuture<?> opened = gate.open(handle);
        Runnable answer = handle.held.poll(1, TimeUnit.MINUTES);
        assertThat(answer).isNotNull();
        makeFleet();
        handle.holds = false;
        assertThat(others.open(handle)).succeedsWithin(PATIENCE);
        answer.run();
        assertThat(opened).succeedsWithin(PATIENCE);
        assertThat(fleet.refusal()).isNull();
    }

    @Test
    void aServerThatLagsBehindRefusesNothing() throws Exception {
        makeFleet();
        joined.set(Optional.of("one"));
        handle.codes.add(Code.NONODE.intValue());
        handle.codes.add(Code.NONODE.intValue());
        assertThat(gate.open(handle)).succeedsWithin(PATIENCE);
        assertThat(fleet.refusal()).isNull();
    }

    @Test
    void aFleetThatIsGoneIsRefused() {
        joined.set(Optional.of("one"));
        assertThat(gate.open(handle))
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("it was fleet one, it is gone");
        assertThat(fleet.refusal()).isNotNull();
    }

    @Test
    void aResultThatIsNotKnownIsNoAnswer() {
        handle.codes.add(-7_777);
        assertThat(gate.open(handle))
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(NoAnswerException.class);
        assertThat(gate.open(handle)).succeedsWithin(PATIENCE);
    }

    @Test
    void aFleetWithoutAnIdCannotBeRead() throws Exception {
        raw.create("/fleet", "{\"id\":null}");
        assertThat(gate.open(handle))
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("znode /snowkeeper/fleet cannot be read");
    }

    /** A handle whose reads a test answers itself, or whose answers it holds back. */
    private static final class ScriptedZooKeeper extends ZooKeeper {

        /** What reads are answered by, in turn, instead of by the server. */
        final Queue<Integer> codes = new ConcurrentLinkedQueue<>();

        final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
        volatile boolean holds;

        ScriptedZooKeeper(String connectString) throws IOException {
            super(connectString, 10_000, event -> {});
        }

        @Override
        @SuppressWarnings("NullAway") // ZooKeeper gives no data with an error.
        public void getData(String path, Watcher watcher, DataCallback callback, Object context) {
            Integer code = codes.poll();
            if (code == null) {
                super.getData(path, watcher, callback, context);
            } else {
                callback.processResult(code, path, context, null, null);
            }
        }

        @Override
        @SuppressWarnings("NullAway")
        public void exists(String path, Watcher watcher, StatCallback callback, Object context) {
            Integer code = codes.poll();
            if (code == null) {
                super.exists(
                        path,
                        watcher,
                        (rc, unused, same, stat) -> {
                            Runnable answer = () -> callback.processResult(rc, path, context, stat);
                            if (holds) {
                                held.add(answer);
                            } else {
                                answer.run();
                            }
                        },
                        context);
            } else {
                callback.processResult(code, path, context, null);
            }
        }
    }
}
