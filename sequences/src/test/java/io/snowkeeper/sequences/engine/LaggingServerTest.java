package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.record.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that looks at a sequence for the first time, by a server that lags behind the others. */
class LaggingServerTest {

    private static final String NAME = "A";
    private static final long PATIENCE = Duration.ofHours(1).toNanos();

    private final CoordinationStore store = new MemoryEnsemble().client();
    private SequenceStore tree;
    private ManualNode node;
    private ManualNode other;

    @BeforeEach
    void startNodes() {
        store.start();
        tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
        node = new ManualNode(store, NAME);
        other = new ManualNode(store, NAME);
        create();
    }

    private void create() {
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(
                                NAME, SequenceMode.ORDERED, List.of(new NumberRange(1, 10)), SequenceOptions.DEFAULT),
                        Tokens.random(Environment.REAL.random()),
                        Overlap.ALLOWED)
                .join();
    }

    private StoredRecord name() {
        return tree.read(SequencePaths.name(NAME)).join().orElseThrow();
    }

    private StoredRecord state() {
        String incarnation = name().as(NameRecord.class).incarnation();
        return tree.read(SequencePaths.state(NAME, incarnation)).join().orElseThrow();
    }

    private void append(NumberRange range) {
        var done = other.submit(new ChangeCommand(
                new AppendChange(NAME, List.of(range), StateLimits.DEFAULT), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(done).isCompleted();
    }

    private void delete() {
        OptionalLong next = state().as(SequenceRecord.class).next();
        var deleted = other.submit(new DeleteCommand(new DeleteRequest(NAME, next, true), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(deleted).isCompleted();
    }

    /** Has the node's server answer a read of the node as it would have then. */
    private void answerBy(Optional<StoredRecord> then) {
        node.run();
        node.tree.requests().remove(0).answerBy(then);
    }

    private void assertFirst(CompletableFuture<Grant> call, long number) {
        node.settleDown();
        assertThat(call).isCompleted();
        assertThat(call.join().first()).isEqualTo(number);
    }

    @Test
    void givesNoNumberOfAnOldStateAgain() {
        StoredRecord old = state();
        other.take(3);

        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.of(name()));
        answerBy(Optional.of(old));

        assertFirst(call, 4);
    }

    @Test
    void saysOfNoNumberByAnOldStateThatItIsTheNext() {
        StoredRecord old = state();
        other.take(3);

        var advanced = node.submit(new ChangeCommand(new Advance(NAME, 1), System.nanoTime(), PATIENCE));
        answerBy(Optional.of(name()));
        answerBy(Optional.of(old));
        node.settleDown();

        assertThat(advanced)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("to=1 was passed, next=4");
    }

    @Test
    void refusesNobodyByAnOldStateThatIsUsedUp() {
        other.take(10);
        StoredRecord usedUp = state();
        append(new NumberRange(11, 20));

        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.of(name()));
        answerBy(Optional.of(usedUp));

        assertFirst(call, 11);
    }

    @Test
    void refusesACallOnceItIsUsedUpThoughOthersKeepComing() {
        other.take(10);

        CompletableFuture<Grant> call = node.ask(1);
        for (int i = 0; i < 10 && !call.isDone(); i++) {
            node.run();
            CompletableFuture<Grant> later = node.ask(1);
            assertThat(later).isNotDone();
            node.tree.answerAll();
        }

        assertThat(call)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUsedUpException.class);
    }

    @Test
    void findsTheSequenceThatHasTheNameOfADeletedOne() {
        other.take(3);
        StoredRecord old = name();
        delete();
        create();

        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.of(old));

        assertFirst(call, 1);
    }

    @Test
    void givesNoNumberOfADeletedSequence() {
        other.take(3);
        StoredRecord oldName = name();
        StoredRecord oldState = state();
        delete();
        create();

        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.of(oldName));
        answerBy(Optional.of(oldState));

        assertFirst(call, 1);
    }

    @Test
    void findsASequenceWhoseNameItsServerHasAsThatOfADeletedOne() {
        delete();
        StoredRecord ofNone = name();
        create();

        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.of(ofNone));

        assertFirst(call, 1);
    }

    @Test
    void findsASequenceThatItsServerHasNotHeardOf() {
        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.empty());

        assertFirst(call, 1);
    }

    @Test
    void readsNothingConfirmedForANumber() {
        CompletableFuture<Grant> call = node.ask(1);
        answerBy(Optional.of(name()));
        answerBy(Optional.of(state()));
        node.run();

        assertThat(node.tree.requests()).singleElement().matches(request -> request.isWrite);
        assertFirst(call, 1);
    }
}
