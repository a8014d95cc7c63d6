package io.snowkeeper.coordinator.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.memory.Backup;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.SettleRequest;
import io.snowkeeper.coordinator.sequence.Settlement;
import io.snowkeeper.coordinator.sequence.access.ServedFleet;
import io.snowkeeper.coordinator.sequence.engine.SequenceExecutors;
import io.snowkeeper.coordinator.sequence.engine.StoredSequences;
import io.snowkeeper.coordinator.sequence.ledger.LedgerEvent;
import io.snowkeeper.coordinator.sequence.ledger.audit.AuditReport;
import io.snowkeeper.coordinator.sequence.ledger.audit.LedgerAudit;
import io.snowkeeper.coordinator.sequence.progress.SequenceNotes;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An older state of ZooKeeper was put back while no node was running, and an operator has the sequences go on. */
class FleetRecoveryTest {

    private static final SequenceSettings SETTINGS = SequenceSettings.of("memory", "n", Duration.ofSeconds(10));

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private StoredSequences node;

    @BeforeEach
    void start() {
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
                Environment.REAL,
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
        FleetRecovery recovery = new FleetRecovery(store, sequences(ServedFleet.recovering()), Environment.REAL);
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

    /** Puts the backup back, and returns what the node has noted. */
    private Map<String, SequenceNotes> restore(Backup backup) {
        node.close();
        List<SequenceProgress> progress = node.progress();
        ensemble.restore(backup);
        MemoryStore store = ensemble.client();
        store.start();
        FleetTree tree = new FleetTree(store, Environment.REAL);
        recovery().begin("n1", "a slot is older");
        tree.putNotes("n1/2 .", PayloadCodec.encode(new SequenceNotes(progress, true)));
        Map<String, SequenceNotes> notes = recovery().notes();
        assertThat(notes.keySet()).containsExactly("n1/2 .");
        return notes;
    }

    private SequenceDescription recoverBy(Map<String, SequenceNotes> notes) {
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(notes).get(0);
        SequenceDescription after = recovery.recover(behind.noted().orElseThrow(), "anna", number -> false);
        assertThat(after.next()).isEqualTo(behind.nextAfter(behind.noted().orElseThrow()));
        recovery.end();
        node = node();
        return after;
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

        Map<String, SequenceNotes> notes = restore(backup);
        assertThatThrownBy(() -> get(node().next(NextRequest.of("A"))))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(SequenceUnavailableException.class);
        recoverBy(notes);

        assertThat(next().first()).isEqualTo(last + 1);
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

        Map<String, SequenceNotes> notes = restore(backup);
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(notes).get(0);
        recovery.recover(behind.through(1_000_000).orElseThrow(), "anna", number -> false);
        recovery.end();
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
        Map<String, SequenceNotes> notes = restore(ensemble.backup());
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(notes).get(0);
        recovery.recover(behind.noted().orElseThrow(), "anna", number -> number == 1);
        recovery.end();
        node = node();

        assertThat(audit().confirmed()).isEqualTo(1);
        assertThat(audit().voided()).isEqualTo(1);
        assertThat(next().first()).isEqualTo(3);
    }

    @Test
    void aSequenceThatWasNotUsedSinceTheBackupGoesOnAsItIs() {
        create(SequenceMode.ORDERED);
        long last = next().first();
        Map<String, SequenceNotes> notes = restore(ensemble.backup());
        recoverBy(notes);
        assertThat(next().first()).isEqualTo(last + 1);
    }

    @Test
    void aPeriodThatHadNotBegunInTheBackupGoesOnWhereItHadCome() {
        get(node.create(new SequenceDefinition(
                "A",
                SequenceMode.GAPLESS,
                List.of(new NumberRange(1, 1_000)),
                SequenceOptions.DEFAULT,
                Optional.of(new PeriodRule(PeriodLength.YEAR, ZoneId.of("UTC"))),
                1)));
        Backup backup = ensemble.backup();
        next();
        long last = next().first();
        Map<String, SequenceNotes> notes = restore(backup);
        FleetRecovery recovery = recovery();
        RestoredSequence behind = recovery.sequences(notes).get(0);
        recovery.recover(behind.noted().orElseThrow(), "anna", number -> false);
        recovery.end();
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
        Map<String, SequenceNotes> notes = restore(backup);

        assertThat(recovery().sequences(notes))
                .singleElement()
                .satisfies(behind -> assertThat(behind.noted()).isEmpty());
    }

    @Test
    void aRestoreIsBegunOnceAndEndedOnce() {
        FleetRecovery recovery = recovery();
        assertThat(recovery.open()).isEmpty();
        recovery.end();
        var begun = recovery.begin("anna", "a backup");
        assertThat(recovery.begin("bernd", "another")).isEqualTo(begun);
        assertThat(recovery.open()).hasValue(begun);
        recovery.end();
        assertThat(recovery.open()).isEmpty();
        assertThat(recovery.notes()).isEmpty();
        assertThat(recovery.begin("anna", "another").evidence()).isEqualTo("another");
    }
}
