package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.SlotTransactions;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.progress.StoredProgress;
import io.snowkeeper.coordinator.state.LocalReservation;
import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.ForwardingEnvironment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.SteadyClock;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.UnavailableReason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes of a fleet with one worker id, whose time passes and whose rounds are made by hand. */
class TotalOrderTest {

    private static final long START = Instant.parse("2026-01-01T12:00:00Z").toEpochMilli();
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final long AWAITED_MILLIS = (WINDOW.toMillis() + 1) * 5 / 4 + 1;
    private static final long AHEAD_MILLIS = 1_000;
    private static final long RENEWED_MILLIS = 700;

    private long millis = START;
    private final MemoryEnsemble ensemble = new MemoryEnsemble(() -> millis);
    private final List<Node> nodes = new ArrayList<>();
    private final MemoryStore store = ensemble.client();
    private final FleetTree tree = new FleetTree(store, Environment.REAL);

    @BeforeEach
    void start() {
        store.start();
    }

    @AfterEach
    void stop() {
        nodes.forEach(node -> node.store.close());
        store.close();
    }

    @Test
    void aNodeThatCrashedResumesWhenWhatItsDiskSaysHasPassed() {
        Disk disk = new Disk();
        node("n1", disk).round();
        pass(AHEAD_MILLIS + 1);

        assertThat(node("n1", disk).round()).isNull();
    }

    @Test
    void aCopyOfTheStateDirectoryWaitsForTheLease() {
        Disk disk = new Disk();
        node("n1", disk).round();
        Disk copy = new Disk();
        copy.saved = disk.saved;
        copy.place = "elsewhere";

        assertThat(node("n1", copy).round().kind()).isEqualTo(Kind.STANDBY);
    }

    /** Its fence is not there any more, though its version is. */
    @Test
    void aNodeWhoseSlotWasDeletedAndMadeByAnotherStandsBy() {
        Disk disk = new Disk();
        node("n1", disk).round();
        int version = slotVersion();
        ensemble.deleteAll(FleetPaths.slot(0));
        node("n2", new Disk()).round();

        assertThat(slotVersion()).isEqualTo(version);
        assertThat(node("n1", disk).round()).hasMessage("this node stands by: node n2 is active");
    }

    @Test
    void aNodeThatCannotWriteItsStateLeavesTheTurnToAnother() {
        Disk disk = new Disk();
        Node bad = node("n1", disk);
        Node good = node("n2", new Disk());
        bad.round();
        good.round();
        disk.failure = "/state: cannot be written";
        for (long passed = 0; passed < WINDOW.toMillis() + RENEWED_MILLIS + AWAITED_MILLIS; passed += 100) {
            pass(100);
            bad.round();
            good.round();
        }

        assertThat(good.granted).isTrue();
        assertThat(bad.granted).isFalse();
    }

    @Test
    void aNodeThatCouldNotWriteItsStateTakesItsTurnAgainWhenItCan() {
        Disk disk = new Disk();
        Node node = node("n1", disk);
        node.round();
        disk.failure = "/state: cannot be written";
        for (long passed = 0; passed < WINDOW.toMillis() * 2; passed += 100) {
            pass(100);
            node.round();
        }
        assertThat(node.granted).isFalse();
        assertThat(node.round()).hasMessage("/state: cannot be written; no worker id is taken without it");
        disk.failure = null;
        node.keepAhead();

        assertThat(node.round()).isNull();
        assertThat(node.granted).isTrue();
    }

    @Test
    void aClockBehindWhatWasReservedIsSaidAndAwaited() {
        Node ahead = node("n1", new Disk());
        ahead.aheadMillis = 4_000;
        ahead.round();
        Node next = node("n2", new Disk());
        next.round();
        pass(AWAITED_MILLIS);

        LeaseProblemException problem = next.round();
        assertThat(problem.problem().reason()).isEqualTo(UnavailableReason.STANDBY);
        assertThat(problem)
                .hasMessage(
                        "this node waits until its clock is past %s, up to which node n1 had reserved; it reads %s",
                        Instant.ofEpochMilli(START + 6_000), Instant.ofEpochMilli(millis));
        assertThat(problem.again()).contains(Duration.ofMillis(START + 6_000 - SlotSearch.MOMENT_MILLIS - millis));
        pass(problem.again().orElseThrow().toMillis());
        assertThat(next.round().kind()).isEqualTo(Kind.FLOOR_AHEAD);
    }

    @Test
    void aNodeThatNeverWasActiveGivesItsNotesOfSequencesWhileARestoreIsOpen() {
        node("n1", new Disk()).round();
        restore(RestoreRecord.NONE.found(Instant.ofEpochMilli(millis), "n1", "a slot is older"));
        Disk disk = new Disk();
        disk.notes = notes(7);

        assertThat(node("n2", disk).round().kind()).isEqualTo(Kind.STANDBY);
        assertThat(tree.readNotes()).containsOnlyKeys("n2");
    }

    @Test
    void aNodeThatNeverWasActiveFindsByItsNotesThatDataArePutBack() {
        node("n1", new Disk()).round();
        Disk disk = new Disk();
        disk.notes = notes(sequenceVersion() + 1);

        assertThat(node("n2", disk).round().kind()).isEqualTo(Kind.STANDBY);
        assertThat(tree.readRestores().record().open()).isPresent();
    }

    @Test
    void aNodeThatStandsByHearsOfARestoreAndGivesItsNotes() {
        node("n1", new Disk()).round();
        Disk disk = new Disk();
        Node node = node("n2", disk);
        node.round();
        disk.notes = notes(7);
        restore(RestoreRecord.NONE.found(Instant.ofEpochMilli(millis), "n1", "a slot is older"));

        node.round();
        assertThat(tree.readNotes()).containsOnlyKeys("n2");
    }

    @Test
    void aNodeThatStandsByComparesItsSequencesWhenItsConnectionIsBack() {
        node("n1", new Disk()).round();
        Node node = node("n2", new Disk());
        node.round();
        node.seen = List.of(seen(sequenceVersion() + 1));
        node.keeper.reconnected();

        node.round();
        assertThat(tree.readRestores().record().open()).isPresent();
    }

    @Test
    void aNodeThatStandsByReportsARestoreThoughAFormerOneHasEnded() {
        Instant former = Instant.ofEpochMilli(millis);
        node("n1", new Disk()).round();
        restore(RestoreRecord.NONE.found(former, "n1", "a slot is older").endedAt(former));
        Node node = node("n2", new Disk());
        node.round();
        node.keeper.report("a sequence is older");

        node.round();
        assertThat(tree.readRestores().record().open()).isPresent();
    }

    @Test
    void aNodeThatStandsBySaysSoThoughTheRecordOfRestoresCannotBeRead() {
        node("n1", new Disk()).round();
        Node node = node("n2", new Disk());
        node.round();
        ensemble.put(FleetPaths.RESTORES, new byte[0]);

        assertThat(node.round().kind()).isEqualTo(Kind.STANDBY);
    }

    @Test
    void aNodeComparesItsNotesThoughItsStateIsOfAnotherFleet() {
        Disk disk = new Disk();
        node("n1", disk).round();
        disk.saved = disk.saved.map(state -> new NodeState(
                "another",
                state.worker(),
                state.slotVersion(),
                state.fence(),
                state.lastSeen(),
                state.place(),
                state.seen()));
        disk.notes = notes(sequenceVersion() + 1);

        node("n1", disk).round();
        assertThat(tree.readRestores().record().open()).isPresent();
    }

    private void restore(RestoreRecord record) {
        ensemble.put(FleetPaths.RESTORES, PayloadCodec.encode(record));
    }

    private int sequenceVersion() {
        String state = FleetPaths.sequenceState("A", "i");
        if (ensemble.record(state).isEmpty()) {
            store.session().ensure(FleetPaths.SEQUENCES + "/A/i").join();
            ensemble.put(state, PayloadCodec.encode(new StoredProgress(new StoredProgress.Numbering(null), 100)));
        }
        return ensemble.record(state).orElseThrow().stamp().version();
    }

    private static Optional<SequenceNotes> notes(int version) {
        return Optional.of(new SequenceNotes(List.of(seen(version)), true));
    }

    /** Returns a sequence as it was at that version, which is later than all that is stored if the version is. */
    private static SeenSequence seen(int version) {
        RecordStamp.Write written = new RecordStamp.Write(1, version, 1_000_000);
        return new SeenSequence(new SequenceProgress("A", "i", null, 200), 9_999, written, null);
    }

    private int slotVersion() {
        return ensemble.record(FleetPaths.slot(0)).orElseThrow().stamp().version();
    }

    private Node node(String name, Disk disk) {
        Node node = new Node(name, disk);
        nodes.add(node);
        return node;
    }

    private void pass(long byMillis) {
        millis += byMillis;
    }

    /** A state directory that keeps the last write. */
    private static final class Disk implements NodeStateStore {

        private Optional<NodeState> saved = Optional.empty();
        private String place = "here";
        private @Nullable String failure;
        private Optional<SequenceNotes> notes = Optional.empty();

        @Override
        public Optional<NodeState> load() {
            return saved;
        }

        @Override
        public void save(NodeState state) throws IOException {
            if (failure != null) {
                throw new IOException(failure);
            }
            saved = Optional.of(state);
        }

        @Override
        public Optional<SequenceNotes> loadNotes() {
            return notes;
        }

        @Override
        public Optional<String> place() {
            return Optional.of(place);
        }

        @Override
        public long aheadMillis() {
            return AHEAD_MILLIS;
        }

        @Override
        public void close() {}
    }

    private final class Node extends ForwardingEnvironment implements LeaseListener {

        private final MemoryStore store = ensemble.client();
        private final LocalReservation local;
        private final LeaseKeeper keeper;
        private List<SeenSequence> seen = List.of();
        private long aheadMillis;
        private boolean granted;

        Node(String name, Disk disk) {
            Layout layout = Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 0, 22);
            MemberSettings settings = MemberSettings.builder(name)
                    .connectString("localhost:2181")
                    .layout(layout)
                    .workerIds(WorkerIdRange.all(layout))
                    .window(WINDOW)
                    .maxSkew(Duration.ofSeconds(5))
                    .build();
            SteadyClock clock = new SteadyClock(() -> millis + aheadMillis, this::nanoTime);
            FleetTree tree = new FleetTree(store, this);
            ClaimKeeper claims = new ClaimKeeper(tree, settings, clock, Optional.empty());
            FleetIdentity identity = new FleetIdentity(tree, settings);
            local = new LocalReservation(disk, clock);
            keeper = new LeaseKeeper(
                    tree,
                    new SlotTransactions(store, this),
                    settings,
                    clock,
                    identity,
                    claims,
                    new ClockCheck(claims, clock, settings.maxSkew()),
                    PreviousRun.of(disk, settings),
                    new CurrentLease(local, clock, this, () -> true),
                    new Restores(tree, settings, local, disk, () -> disk.notes, () -> seen, () -> {}),
                    () -> {},
                    this);
            store.start();
        }

        /** Makes a round, and returns its problem. */
        @Nullable
        LeaseProblemException round() {
            return catchThrowableOfType(LeaseProblemException.class, () -> {
                keepAhead();
                keeper.round();
            });
        }

        void keepAhead() {
            try {
                local.keepAhead();
            } catch (IOException e) {
                // The round says so.
            }
        }

        @Override
        public void granted(WorkerLease lease) {
            granted = true;
        }

        @Override
        public void lost(WorkerLease lease, String reason) {
            granted = false;
        }

        @Override
        public long nanoTime() {
            return Duration.ofMillis(millis).toNanos();
        }

        @Override
        public long millis() {
            return millis;
        }

        @Override
        public void pause(Duration pause) {
            pass(pause.toMillis());
        }
    }
}
