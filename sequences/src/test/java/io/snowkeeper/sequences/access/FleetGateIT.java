package io.snowkeeper.sequences.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.engine.RawZnodes;
import io.snowkeeper.sequences.engine.TestStores;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A fleet's gate with answers that are late, old or odd. */
class FleetGateIT {

    private final AtomicReference<Optional<String>> joined = new AtomicReference<>(Optional.empty());
    private final ServedFleet fleet = new ServedFleet(joined::get);

    private String server;
    private RawZnodes raw;
    private CoordinationStore store;
    private FleetGate gate;
    private ScriptedSession session;

    @BeforeEach
    void start() {
        server = SharedZooKeeper.newConnectString();
        raw = new RawZnodes(server);
        store = TestStores.open(server);
        gate = new FleetGate(fleet, store);
        session = new ScriptedSession(store.session());
    }

    @AfterEach
    void stop() {
        store.close();
        raw.close();
    }

    private void makeFleet() throws Exception {
        raw.create("/fleet", "{\"id\":\"one\"}");
    }

    @Test
    void anAnswerFromBeforeTheFleetWasMadeRefusesNothing() throws Exception {
        session.holds = true;
        CompletableFuture<?> opened = gate.open(session, true);
        Runnable answer = session.held.poll(1, TimeUnit.MINUTES);
        assertThat(answer).isNotNull();
        makeFleet();
        joined.set(Optional.of("one"));
        session.holds = false;
        answer.run();
        assertThat(opened).succeedsWithin(Patience.LIMIT);
        assertThat(fleet.refusal()).isNull();
        assertThat(gate.isOpen(session)).isTrue();
    }

    @Test
    void anAnswerFromBeforeAnotherConnectionHasSeenTheFleetRefusesNothing() throws Exception {
        FleetGate others = new FleetGate(fleet, store);
        session.holds = true;
        CompletableFuture<?> opened = gate.open(session, true);
        Runnable answer = session.held.poll(1, TimeUnit.MINUTES);
        assertThat(answer).isNotNull();
        makeFleet();
        session.holds = false;
        assertThat(others.open(session, true)).succeedsWithin(Patience.LIMIT);
        answer.run();
        assertThat(opened).succeedsWithin(Patience.LIMIT);
        assertThat(fleet.refusal()).isNull();
    }

    @Test
    void aServerThatLagsBehindRefusesNothing() throws Exception {
        makeFleet();
        joined.set(Optional.of("one"));
        session.answers.add(CompletableFuture.completedFuture(Optional.empty()));
        session.answers.add(CompletableFuture.completedFuture(Optional.empty()));
        assertThat(gate.open(session, true)).succeedsWithin(Patience.LIMIT);
        assertThat(fleet.refusal()).isNull();
    }

    @Test
    void aFleetThatIsGoneIsRefused() {
        joined.set(Optional.of("one"));
        assertThat(gate.open(session, true))
                .failsWithin(Patience.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("it was fleet one, it is gone");
        assertThat(fleet.refusal()).isNotNull();
    }

    @Test
    void aResultThatIsNotKnownIsNoAnswer() {
        session.answers.add(CompletableFuture.failedFuture(new NoAnswerException("ZooKeeper said SYSTEMERROR")));
        assertThat(gate.open(session, true))
                .failsWithin(Patience.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(NoAnswerException.class);
        assertThat(gate.open(session, true)).succeedsWithin(Patience.LIMIT);
    }

    @Test
    void aServerThatDoesNotKnowYetThatARestoreIsOpenIsNotBelieved() throws Exception {
        makeFleet();
        raw.create("/restores", """
                {"restores":[{"found":"2026-11-26T10:00:00Z","by":"n2","evidence":"version 3, was 5"}]}""");
        session.lags = true;
        assertThat(gate.open(session, true))
                .failsWithin(Patience.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("run snowkeeper recover");
        assertThat(gate.isOpen(session)).isFalse();
    }

    @Test
    void aFleetThatIsReplacedWhileItIsLookedAtIsNotBelieved() throws Exception {
        makeFleet();
        joined.set(Optional.of("one"));
        session.holds = true;
        CompletableFuture<?> opened = gate.open(session, true);
        Runnable answer = session.held.poll(1, TimeUnit.MINUTES);
        assertThat(answer).isNotNull();
        raw.delete("/fleet");
        raw.create("/fleet", "{\"id\":\"two\"}");
        // The watch is called before a read returns a later state.
        var unused = store.session().sync();
        assertThat(store.session().read("/fleet", null)).succeedsWithin(Patience.LIMIT);
        session.holds = false;
        answer.run();
        assertThat(opened)
                .failsWithin(Patience.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("it was fleet one, it is fleet two");
    }

    @Test
    void aFleetWithoutAnIdCannotBeRead() throws Exception {
        raw.create("/fleet", "{\"id\":null}");
        assertThat(gate.open(session, true))
                .failsWithin(Patience.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("znode %s cannot be read".formatted(store.describe("/fleet")));
    }

    /** A session whose reads a test answers itself, or whose answers it holds back. */
    private static final class ScriptedSession implements StoreSession {

        /** The answers to reads, in turn, instead of the server's. */
        final Queue<CompletableFuture<Optional<?>>> answers = new ConcurrentLinkedQueue<>();

        final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
        volatile boolean holds;

        /** Whether the server knows no restore until a confirmation is requested. */
        volatile boolean lags;

        private final StoreSession session;

        ScriptedSession(StoreSession session) {
            this.session = session;
        }

        @SuppressWarnings("unchecked")
        private <T> CompletableFuture<Optional<T>> answer(
                String path, Supplier<CompletableFuture<Optional<T>>> request) {
            if (lags && path.equals(FleetPaths.RESTORES)) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            CompletableFuture<Optional<?>> scripted = answers.poll();
            return scripted == null ? request.get() : scripted.thenApply(found -> (Optional<T>) found);
        }

        @Override
        public long id() {
            return session.id();
        }

        @Override
        public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
            return answer(path, () -> session.read(path, watch));
        }

        @Override
        public CompletableFuture<List<Optional<StoredRecord>>> readAll(List<String> paths) {
            return session.readAll(paths);
        }

        @Override
        public CompletableFuture<Optional<RecordStamp>> stamp(String path, @Nullable Watch watch) {
            return answer(path, () -> {
                CompletableFuture<Optional<RecordStamp>> answered = new CompletableFuture<>();
                var unused = session.stamp(path, watch).whenComplete((stamp, failure) -> {
                    if (holds) {
                        held.add(() -> answered.complete(stamp));
                    } else {
                        answered.complete(stamp);
                    }
                });
                return answered;
            });
        }

        @Override
        public CompletableFuture<Optional<RecordChildren>> children(String path, @Nullable Watch watch) {
            return session.children(path, watch);
        }

        @Override
        public CompletableFuture<@Nullable Void> sync() {
            return session.sync();
        }

        @Override
        public CompletableFuture<Boolean> confirm(String path) {
            lags = false;
            return session.confirm(path);
        }

        @Override
        public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
            return session.write(changes);
        }

        @Override
        public CompletableFuture<@Nullable Void> ensure(String path) {
            return session.ensure(path);
        }
    }
}
