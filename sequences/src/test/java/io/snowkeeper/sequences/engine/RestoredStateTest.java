package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A running node gets a state of its sequence that is no successor of the last one: ZooKeeper's data was put back. */
class RestoredStateTest {

    private static final String NAME = "A";
    private static final long PATIENCE = Duration.ofHours(1).toNanos();

    private final CoordinationStore store = new MemoryEnsemble().client();
    private SequenceStore tree;
    private ManualNode node;
    private ManualNode other;

    @BeforeEach
    void takeANumber() {
        store.start();
        tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
        node = new ManualNode(store, NAME);
        other = new ManualNode(store, NAME);
        create(SequenceMode.ORDERED);
    }

    private void create(SequenceMode mode) {
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(NAME, mode, List.of(new NumberRange(1, 1_000)), SequenceOptions.DEFAULT),
                        Tokens.random(Environment.REAL.random()),
                        Overlap.ALLOWED)
                .join();
    }

    private StoredRecord state() {
        String incarnation = tree.read(SequencePaths.name(NAME))
                .join()
                .orElseThrow()
                .as(NameRecord.class)
                .incarnation();
        return tree.read(SequencePaths.state(NAME, incarnation)).join().orElseThrow();
    }

    /** Returns a state as it would be in the history that began with the backup. */
    private static StoredRecord inAnotherHistory(StoredRecord backup, int version, long transaction) {
        RecordStamp stamp = backup.stamp();
        return new StoredRecord(
                backup.path(),
                backup.payload(),
                new RecordStamp(
                        version,
                        stamp.created(),
                        transaction,
                        stamp.childrenChanged(),
                        stamp.createdMillis(),
                        stamp.writtenMillis(),
                        stamp.childChanges(),
                        stamp.children(),
                        stamp.session()));
    }

    /** Asks for a number while the node has to read the state, confirmed, and has it answered by this one. */
    private CompletableFuture<Grant> askBy(StoredRecord shown) {
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        node.tree.loseAnswers();
        node.run();
        node.loop.passTime();
        node.run();
        node.tree.requests().remove(0).answerBy(Optional.of(shown));
        node.settleDown();
        return call;
    }

    private static void assertRestored(CompletableFuture<?> call) {
        assertThat(call)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .asInstanceOf(type(SequenceUnavailableException.class))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(UnavailableReason.ENSEMBLE_RESTORED))
                .satisfies(refusal -> assertThat(refusal)
                        .hasMessage(
                                "sequences are refused: ZooKeeper's data is older than this node has seen it, a backup was restored: znode %s lacks what this node has seen of it or written to it; follow the documentation on restoring ZooKeeper from a backup, then restart the node"
                                        .formatted("/snowkeeper" + stateOf(refusal))));
    }

    private static String stateOf(SequenceUnavailableException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return message.substring(message.indexOf("/sequences/"), message.indexOf(" lacks"));
    }

    /** Makes it read the present state, by any call. */
    private void assertStaysRefused() {
        CompletableFuture<Grant> later = node.ask(1);
        node.settleDown();
        assertRestored(later);
    }

    @Test
    void anOlderStateHasTheNodeRefuseTheSequenceForGood() {
        node.take(1);
        StoredRecord backup = state();
        node.take(1);

        assertRestored(askBy(backup));
        // The store returns successors again.
        assertStaysRefused();
        assertThat(state().as(SequenceRecord.class).taken())
                .as("what was written")
                .isEqualTo(3);
    }

    @Test
    void aStateOfAnOlderTransactionIsOlderEvenIfItWasWrittenAsOftenSince() {
        node.take(1);
        StoredRecord backup = state();
        node.take(1);
        StoredRecord seen = state();

        assertRestored(askBy(inAnotherHistory(
                backup, seen.stamp().version() + 5, seen.stamp().written() - 1)));
        assertStaysRefused();
    }

    @Test
    void aStateThatLacksWhatTheNodeHasWrittenIsOfAnotherHistoryHoweverNewItIs() {
        node.take(1);
        StoredRecord backup = state();
        node.take(1);
        StoredRecord seen = state();

        // ZooKeeper's servers have elected a leader since, which begins to count its transactions above all before.
        assertRestored(askBy(inAnotherHistory(
                backup, seen.stamp().version() + 5, seen.stamp().written() + 1_000_000)));
        assertStaysRefused();
    }

    @Test
    void aStateThatDoesNotTellOfTheNodesWritesSinceManyOthersHaveWrittenIsBelieved() {
        node.take(1);
        SequenceRecord before = state().as(SequenceRecord.class);
        for (int i = 0; i <= SequenceRecord.MAX_GRANTS; i++) {
            new ManualNode(store, NAME).take(1);
        }

        assertThat(before.grants()).hasSize(1);
        assertThat(node.take(1).first()).isEqualTo(SequenceRecord.MAX_GRANTS + 3);
    }

    @Test
    void anOlderStateOfOneServerThatLagsBehindIsReadAgainConfirmed() {
        node.take(1);
        StoredRecord old = state();
        node.take(1);
        other.take(1);
        // Refused, since another node has written: the node's next read need not be confirmed.
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        node.tree.answerAll();
        node.run();
        node.tree.requests().remove(0).answerBy(Optional.of(old));
        node.settleDown();

        assertThat(call).isCompleted();
        assertThat(call.join().first()).isEqualTo(4);
    }

    @Test
    void aSequenceThatWasDeletedAndMadeAnewIsNotTakenForAnOldOne() {
        node.take(3);
        var deleted = other.submit(new DeleteCommand(
                new DeleteRequest(NAME, state().as(SequenceRecord.class).next(), true), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(deleted).isCompleted();
        create(SequenceMode.ORDERED);
        node.tree.deliverEvents();

        assertThat(node.take(1).first()).isEqualTo(1);
    }

    @Test
    void aNodeThatIsToldByItsLeaseAsksZooKeeperForNothingAnyMore() {
        ServedFleet fleet = new ServedFleet(Optional::empty);
        SequenceStore closing = new SequenceStore(store, fleet, Environment.REAL);
        assertThat(closing.read(SequencePaths.name(NAME))).isCompleted();

        var refusal = fleet.restored("a slot is older");
        assertThat(refusal.reason()).isEqualTo(UnavailableReason.ENSEMBLE_RESTORED);
        assertRefusal(closing.read(SequencePaths.name(NAME)));
        assertRefusal(closing.write(List.of()));
        assertThat(fleet.restored("another znode is, too")).hasMessage(refusal.getMessage());
    }

    private static void assertRefusal(CompletableFuture<?> call) {
        assertThat(call).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("a slot is older");
    }
}
