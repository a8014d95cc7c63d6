package io.snowkeeper.sequences.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.memory.Backup;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Tick;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.engine.ManualTime;
import io.snowkeeper.sequences.engine.SequenceExecutors;
import io.snowkeeper.sequences.engine.StoredSequences;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.ledger.audit.LedgerAudit;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An older state of ZooKeeper was put back while no node was running, and an operator has the sequences go on. */
class FleetRecoveryTest {

    private static final SequenceSettings SETTINGS = SequenceSettings.of("memory", "n", Duration.ofSeconds(10));

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private Instant now = NOON;
    private final MemoryEnsemble ensemble = new MemoryEnsemble(() -> now.toEpochMilli());

    /** The machine's clock agrees with the servers'. */
    private final Environment time = new ManualTime() {
        @Override
        public long millis() {
            return now.toEpochMilli();
        }

        @Override
        public long nanoTime() {
            return REAL.nanoTime();
        }
    };

    private final List<AutoCloseable> opened = new ArrayList<>();
    private StoredSequences node;

    @BeforeEach
    void start() {
        MemoryStore store = ensemble.client();
        store.start();
        store.session().ensure(FleetPaths.FLEET).join();
        ensemble.put(
                FleetPaths.FLEET,
                PayloadCodec.encode(
                        new FleetRecord("fleet", "41/10/12", Layout.DEFAULT_EPOCH, Tick.MILLISECOND, null)));
        node = node();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private StoredSequences node() {
        return sequences(new ServedFleet(Optional::empty));
    }

    private StoredSequences sequences(ServedFleet fleet) {
        StoredSequences made = new StoredSequences(
                SETTINGS,
                ensemble.client(),
                ensemble::client,
                fleet,
                new SequenceExecutors(
                        List.of(DaemonExecutor.named("sequences")),
                        DaemonExecutor.named("sweeper"),
                        DaemonExecutor.named("removal")),
                time,
                StateLimits.DEFAULT);
        if (!fleet.recovers()) {
            made.start();
        }
        opened.add(made);
        return made;
    }

    private FleetRecovery recovery() {
        MemoryStore store = ensemble.client();
        store.start();
        FleetRecovery recovery = new FleetRecovery(store, sequences(ServedFleet.recovering()), time);
        opened.add(recovery);
        return recovery;
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private void create(SequenceMode mode) {
        get(node.create(new SequenceDefinition(
                "A", mode, List.of(new NumberRange(1, 10_000_000)), SequenceOptions.DEFAULT.withBlock(10, 10))));
    }

    private Grant next() {
        return get(node.next(NextRequest.of("A")));
    }

    private void settle(Grant grant, Settlement settlement) {
        get(node.settle(new SettleRequest(
                "A",
                grant.reservation(),
                OptionalLong.empty(),
                settlement,
                Optional.empty(),
                Optional.of("misprinted"))));
    }

    /** Puts the backup back, with the node's notes. */
    private OpenRestore restore(Backup backup) {
        node.close();
        List<SeenSequence> seen = node.seen();
        ensemble.restore(backup);
        recovery().begin("n1", "a slot is older");
        give("n1 .", new SequenceNotes(seen, true));
        OpenRestore open = recovery().open().orElseThrow();
        assertThat(open.notes().keySet()).containsExactly("n1 .");
        return open;
    }

    private void give(String node, SequenceNotes notes) {
        MemoryStore store = ensemble.client();
        store.start();
        FleetTree tree = new FleetTree(store, time);
        assertThat(tree.putNotes(tree.readRestores(), node, PayloadCodec.encode(notes)))
                .isTrue();
    }

    private void recoverBy(OpenRestore open) {
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(open).get(0);
        SequenceProgress reached = behind.noted().orElse(behind.present());
        SequenceDescription after = recovery.recover(open, reached, "anna", reservation -> false);
        assertThat(after.next()).isEqualTo(behind.nextAfter(reached));
        recovery.end(open);
        node = node();
    }

    @ParameterizedTest
    @EnumSource
    void noNumberIsGivenAgainThatANodeHasNoted(SequenceMode mode) {
        create(mode);
        next();
        Backup backup = ensemble.backup();
        long last = 0;
        for (int i = 0; i < 25; i++) {
            last = next().first();
        }

        OpenRestore open = restore(backup);
        assertThatThrownBy(() -> get(node().next(NextRequest.of("A"))))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(SequenceUnavailableException.class);
        recoverBy(open);

        assertThat(next().first()).isEqualTo(last + 1);
    }

    @ParameterizedTest
    @EnumSource
    void moreThanItsRangesHaveIsRefusedAndNothingIsChanged(SequenceMode mode) {
        create(mode);
        next();
        OpenRestore open = restore(ensemble.backup());
        RestoredSequence behind = recovery().sequences(open).get(0);
        long total = behind.total();
        SequenceProgress beyond = behind.present().withTaken(total + 1);

        assertThatThrownBy(() -> recovery().recover(open, beyond, "anna", reservation -> false))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage(
                        "%d numbers of sequence A were taken, and its ranges have %d: append those that it had, then recover it"
                                .formatted(total + 1, total));
        assertThat(recovery().sequences(open).get(0).present()).isEqualTo(behind.present());
    }

    @Test
    void ofAGaplessSequenceAllThatIsNotKnownIsVoidInOneEntryHoweverManyNumbersThatAre() {
        create(SequenceMode.GAPLESS);
        settle(next(), Settlement.CONFIRM);
        Grant pending = next();
        Grant cancelled = next();
        settle(cancelled, Settlement.CANCEL);
        Backup backup = ensemble.backup();
        Grant again = next();
        assertThat(again.first()).isEqualTo(cancelled.first());
        settle(again, Settlement.CONFIRM);
        settle(pending, Settlement.CONFIRM);

        OpenRestore open = restore(backup);
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(open).get(0);
        recovery.recover(open, behind.through(1_000_000).orElseThrow(), "anna", reservation -> false);
        recovery.end(open);
        node = node();

        SequenceDescription after = get(node.describe("A"));
        assertThat(after.pending()).isZero();
        assertThat(after.returned()).isZero();
        assertThat(next().first()).isEqualTo(1_000_001);
        var ledger = get(node.ledger("A", 1, 100)).entries();
        var last = ledger.get(ledger.size() - 2).posting();
        assertThat(last.event()).isEqualTo(LedgerEvent.VOID);
        assertThat(last.reason()).hasValue("restored");
        assertThat(last.subject()).hasValue("anna");
        assertThat(last.numbers()).containsExactly(new NumberRange(3, 3), new NumberRange(4, 1_000_000));
        assertThat(audit().findings()).isEmpty();
        assertThat(audit().confirmed()).isEqualTo(1);
        assertThat(audit().voided()).isEqualTo(999_999);
    }

    private AuditReport audit() {
        LedgerAudit audit = new LedgerAudit();
        get(node.ledger("A", 1, 1_000)).entries().forEach(audit::accept);
        return audit.report(Optional.of(get(node.balance("A"))));
    }

    @Test
    void whatIsPendingAndInTheBooksIsConfirmed() {
        create(SequenceMode.GAPLESS);
        next();
        next();
        OpenRestore open = restore(ensemble.backup());
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(open).get(0);
        recovery.recover(
                open,
                behind.present(),
                "anna",
                reservation -> reservation.numbers().get(0).from() == 1);
        recovery.end(open);
        node = node();

        assertThat(audit().confirmed()).isEqualTo(1);
        assertThat(audit().voided()).isEqualTo(1);
        assertThat(next().first()).isEqualTo(3);
    }

    @Test
    void theKeyOfAReservationThatIsConfirmedByTheBooksIsForgottenSinceTheyMayHaveItsNumberForAnother() {
        create(SequenceMode.GAPLESS);
        NextRequest request = NextRequest.of("A").withKey("document 1");
        get(node.next(request));
        OpenRestore open = restore(ensemble.backup());
        FleetRecovery recovery = recovery();
        recovery.recover(open, recovery.sequences(open).get(0).present(), "anna", reservation -> true);
        recovery.end(open);
        node = node();

        assertThat(get(node.next(request)).first()).isEqualTo(2);
        assertThat(get(node.describe("A")).keys()).isEqualTo(1);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aSequenceThatWasNotUsedSinceTheBackupGoesOnAsItIs() {
        create(SequenceMode.ORDERED);
        long last = next().first();
        OpenRestore open = restore(ensemble.backup());
        recoverBy(open);
        assertThat(next().first()).isEqualTo(last + 1);
    }

    private void createDaily() {
        get(node.create(new SequenceDefinition(
                "A",
                SequenceMode.GAPLESS,
                List.of(new NumberRange(1, 1_000)),
                SequenceOptions.DEFAULT,
                Optional.of(new PeriodRule(PeriodLength.DAY, ZoneId.of("UTC"))),
                1)));
    }

    @Test
    void whatAnOperatorSaysIsOfThePeriodThatIsDueAlsoIfTheBackupIsOfOneBefore() {
        createDaily();
        for (int i = 0; i < 8; i++) {
            next();
        }
        Backup backup = ensemble.backup();
        now = NOON.plus(Duration.ofDays(1));
        for (int i = 0; i < 5; i++) {
            next();
        }
        OpenRestore open = restore(backup);
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(open).get(0);
        SequenceProgress reached = behind.through(5).orElseThrow();
        assertThat(behind.nextAfter(reached)).hasValue(6);
        recovery.recover(open, reached, "anna", reservation -> false);
        recovery.end(open);
        node = node();

        assertThat(next().first()).isEqualTo(6);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aPeriodThatHadNotBegunInTheBackupGoesOnWhereItHadCome() {
        createDaily();
        Backup backup = ensemble.backup();
        next();
        long last = next().first();
        OpenRestore open = restore(backup);
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(open).get(0);
        recovery.recover(open, behind.noted().orElseThrow(), "anna", reservation -> false);
        recovery.end(open);
        node = node();

        assertThat(next().first()).isEqualTo(last + 1);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aSequenceThatHadAnotherIncarnationIsKnownByNobody() {
        create(SequenceMode.ORDERED);
        Backup backup = ensemble.backup();
        get(node.delete("A", get(node.describe("A")).next()));
        create(SequenceMode.ORDERED);
        next();
        OpenRestore open = restore(backup);

        assertThat(recovery().sequences(open))
                .singleElement()
                .satisfies(behind -> assertThat(behind.noted()).isEmpty())
                .satisfies(behind -> assertThat(behind.namesake().map(SequenceProgress::taken))
                        .hasValue(1L));
    }

    @Test
    void aRestoreIsBegunOnceAndEndedOnce() {
        FleetRecovery recovery = recovery();
        assertThat(recovery.open()).isEmpty();
        var begun = recovery.begin("anna", "a backup");
        OpenRestore open = recovery.open().orElseThrow();
        assertThat(open.restore()).isEqualTo(begun);
        give("n1", new SequenceNotes(List.of(), true));
        assertThatThrownBy(() -> recovery.end(open))
                .as("there are notes that nobody has looked at")
                .isInstanceOf(SequencePreconditionException.class);
        recovery.end(recovery.open().orElseThrow());
        assertThat(recovery.open()).isEmpty();
        var second = recovery.begin("anna", "another");
        assertThat(second.evidence()).isEqualTo("another");
        assertThat(second.found()).as("the clock stands still").isAfter(begun.found());
        assertThat(recovery.open().orElseThrow().notes()).isEmpty();
    }

    @Test
    void anAddressWithoutAFleetIsRefusedRatherThanTriedAgainForEver() {
        FleetRecovery recovery = recovery();
        MemoryStore store = ensemble.client();
        store.start();
        store.session()
                .write(List.of(new Change.Delete(FleetPaths.FLEET, StoreSession.ANY_VERSION)))
                .join();

        for (ThrowingCallable call :
                List.<ThrowingCallable>of(recovery::open, () -> recovery.begin("anna", "a backup"))) {
            assertThatThrownBy(call)
                    .isInstanceOf(CoordinatorUnavailableException.class)
                    .hasMessageContaining("there is no fleet at");
        }
    }

    @Test
    void aRestoreThatIsBegunWhileTheDataTellOfAnOpenOneIsAnotherOneSinceThatMayHaveBeenSavedWithThem() {
        FleetRecovery recovery = recovery();
        var saved = recovery.begin("anna", "a backup");
        var begun = recovery.begin("bernd", "a backup that was made meanwhile");
        assertThat(begun.found()).isAfter(saved.found());
        recovery.end(recovery.open().orElseThrow());
        assertThat(recovery.open()).isEmpty();
    }

    @Test
    void aNodeThatIsNoFurtherThanTheBackupKnowsNothingOfWhatOthersHaveTakenSince() {
        create(SequenceMode.ORDERED);
        next();
        SequenceNotes old = new SequenceNotes(node.seen(), true);
        for (int i = 0; i < 20; i++) {
            next();
        }
        restore(ensemble.backup());
        give("n0", old);
        FleetRecovery recovery = recovery();

        assertThat(recovery.sequences(recovery.open().orElseThrow()))
                .singleElement()
                .satisfies(behind -> assertThat(behind.noted()).isEmpty())
                .satisfies(behind -> assertThat(behind.nodes()).isEmpty());
    }

    @Test
    void aNodeThatHasGivenBackTheRestOfABlockKnowsWhatWasTaken() {
        create(SequenceMode.BLOCK);
        next();
        Backup backup = ensemble.backup();
        OpenRestore open = restore(backup);

        RestoredSequence behind = recovery().sequences(open).get(0);
        assertThat(behind.present().taken()).isEqualTo(10);
        assertThat(behind.noted().map(SequenceProgress::taken)).hasValue(1L);
        assertThat(behind.nextAfter(behind.noted().orElseThrow())).hasValue(11);
    }

    @Test
    void nodesThatHaveNotGivenAllOfTheirNotesAreNamed() {
        FleetRecovery recovery = recovery();
        recovery.begin("anna", "a backup");
        MemoryStore store = ensemble.client();
        store.start();
        store.session().ensure(FleetPaths.WORKERS).join();
        List<String> nodes = List.of("n1", "n1/2", "n2", "n3");
        for (int worker = 0; worker < nodes.size(); worker++) {
            ensemble.put(
                    FleetPaths.slot(worker), PayloadCodec.encode(new SlotRecord("claim-1", nodes.get(worker), NOON)));
        }
        give("n1", new SequenceNotes(List.of(), true));
        give("n3", new SequenceNotes(List.of(), false));

        assertThat(recovery.open().orElseThrow().silent()).containsExactlyInAnyOrder("n2", "n3");
    }

    @Test
    void anOperatorWhoIsLateMakesNothingVoidOfSequencesThatAreServedAgain() {
        create(SequenceMode.GAPLESS);
        OpenRestore open = restore(ensemble.backup());
        FleetRecovery late = recovery();
        RestoredSequence behind = late.sequences(open).get(0);
        recoverBy(open);
        next();

        assertThatThrownBy(() -> late.recover(open, behind.present(), "bernd", reservation -> false))
                .isInstanceOf(SequencePreconditionException.class);
        assertThat(get(node.describe("A")).pending()).isEqualTo(1);
    }
}
