package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.record.Tokens;
import io.snowkeeper.sequences.record.TurnRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes that write one sequence, moment by moment. */
class TurnsTest {

    private static final String NAME = "A";

    /** The longest turn, and half of that. */
    private static final Duration TURN = Duration.ofMillis(100);

    private static final Duration HALF = Duration.ofMillis(51);

    private CoordinationStore store;
    private final ManualTime time = new ManualTime();
    private final List<Grant> given = new ArrayList<>();
    private SequenceStore tree;
    private ManualNode busy;
    private ManualNode late;

    @BeforeEach
    void start() {
        startAnew(SequenceMode.ORDERED);
    }

    private void startAnew(SequenceMode mode) {
        store = new MemoryEnsemble().client();
        store.start();
        tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(NAME, mode, List.of(new NumberRange(1, 1_000)), SequenceOptions.DEFAULT),
                        Tokens.random(Environment.REAL.random()),
                        Overlap.ALLOWED)
                .join();
        busy = new ManualNode(store, NAME, time, StateLimits.DEFAULT);
        late = new ManualNode(store, NAME, time, StateLimits.DEFAULT);
        take(busy);
    }

    /** Has a node give a number, without any time to wait. */
    private void take(ManualNode node) {
        CompletableFuture<Grant> answer = node.ask(1);
        answerAll(node);
        assertThat(answer).isCompleted();
        given.add(answer.join());
    }

    private static void answerAll(ManualNode node) {
        node.run();
        while (!node.tree.requests().isEmpty()) {
            node.tree.answerAll();
            node.run();
        }
    }

    /** Delivers changes to a node, and runs its reaction. */
    private static void hear(ManualNode node) {
        node.tree.deliverEvents();
        answerAll(node);
    }

    /** Has the late one lose against the busy one. */
    private CompletableFuture<Grant> lose(int times) {
        CompletableFuture<Grant> call = late.ask(1);
        for (int i = 0; i < times; i++) {
            late.runToWrite();
            take(busy);
            late.tree.answerAll();
        }
        answerAll(late);
        return call;
    }

    private String path() {
        return SequencePaths.turn(
                NAME,
                tree.read(SequencePaths.name(NAME))
                        .join()
                        .orElseThrow()
                        .as(NameRecord.class)
                        .incarnation());
    }

    private Optional<TurnRecord> turn() {
        return tree.read(path()).join().map(found -> found.as(TurnRecord.class));
    }

    private static long conflicts(ManualNode node) {
        return node.served.usage().orElseThrow().conflicts();
    }

    private static List<Change> changesOfNextWrite(ManualNode node) {
        node.runToWrite();
        return node.tree.requests().get(0).changes;
    }

    private void assertGivenOnce() {
        assertThat(given.stream().map(Grant::first)).doesNotHaveDuplicates();
    }

    @Test
    void twoConflictsInARowAreAnAccident() {
        CompletableFuture<Grant> call = lose(2);
        assertThat(call).isCompleted();
        assertThat(conflicts(late)).isEqualTo(2);
        assertThat(turn()).isEmpty();
    }

    @Test
    void conflictsNowAndThenAreAccidents() {
        for (int i = 0; i < 20; i++) {
            assertThat(lose(1)).isCompleted();
            time.pass(TURN);
        }
        assertThat(conflicts(late)).isEqualTo(20);
        assertThat(turn()).isEmpty();
    }

    @Test
    void whoHasLostThriceWaitsForItsTurnAndReadsNothing() {
        CompletableFuture<Grant> call = lose(3);
        assertThat(turn().orElseThrow().waiting()).hasSize(1);
        take(busy);
        take(busy);
        late.run();
        assertThat(late.tree.requests()).isEmpty();
        assertThat(call).isNotDone();
    }

    @Test
    void whoReadsThriceWhatIsNewerThanTheStateWaitsForItsTurnToo() {
        startAnew(SequenceMode.GAPLESS);
        CompletableFuture<Grant> call = late.ask(1);
        for (int i = 0; i < 100 && turn().isEmpty(); i++) {
            late.run();
            // Between the reads of the state and of its records.
            take(busy);
            late.tree.answerAll();
        }
        assertThat(turn().orElseThrow().waiting()).hasSize(1);
        answerAll(late);
        time.pass(TURN);
        take(busy);
        hear(late);
        assertThat(call).isCompleted();
        assertThat(conflicts(late)).isZero();
    }

    @Test
    void theTurnIsPassedOnByTheFirstWriteAfterItsTime() {
        CompletableFuture<Grant> call = lose(3);
        // This write shows the knock.
        take(busy);
        time.pass(TURN);
        CompletableFuture<Grant> last = busy.ask(1);
        assertThat(changesOfNextWrite(busy)).extracting(Change::path).last().isEqualTo(path());
        answerAll(busy);
        assertThat(last).isCompleted();
        // Now it waits itself.
        CompletableFuture<Grant> next = busy.ask(1);
        busy.run();
        assertThat(busy.tree.requests()).isEmpty();
        hear(late);
        assertThat(call).isCompleted();
        assertThat(conflicts(late)).isEqualTo(3);
        // And has its turn when the other one has written for long enough.
        take(late);
        time.pass(TURN);
        take(late);
        hear(busy);
        assertThat(next).isCompleted();
        assertThat(conflicts(busy)).isZero();
        given.addAll(List.of(call.join(), last.join(), next.join()));
        assertGivenOnce();
        assertThat(given)
                .hasSize((int) given.stream().mapToLong(Grant::first).max().orElseThrow());
    }

    @Test
    void whileNobodyWaitsNothingIsWrittenButTheState() {
        lose(3);
        take(busy);
        time.pass(TURN);
        take(busy);
        hear(late);
        take(late);
        // The late one passes on when it has nothing to do, and the busy one goes on alone.
        time.pass(HALF);
        late.loop.passTime();
        answerAll(late);
        assertThat(turn().orElseThrow().waiting()).isEmpty();
        hear(busy);
        time.pass(TURN);
        busy.ask(1);
        assertThat(changesOfNextWrite(busy)).hasSize(1);
        answerAll(busy);
        assertThat(busy.tree.requests()).isEmpty();
    }

    @Test
    void whoSeldomHasSomethingToWritePassesOnAtOnce() {
        lose(1);
        time.pass(Duration.ofSeconds(1));
        for (int i = 0; i < 20; i++) {
            take(busy);
        }
        lose(3);
        take(busy);
        time.pass(TURN);
        take(busy);
        TurnRecord passed = turn().orElseThrow();
        hear(late);
        assertThat(turn().orElseThrow().turn()).isEqualTo(passed.waiting().get(0));
        assertThat(turn().orElseThrow().waiting()).isEmpty();
    }

    @Test
    void whoHearsOfOthersWhenThereIsNothingMoreToWritePassesOn() {
        CompletableFuture<Grant> call = lose(3);
        take(busy);
        // That was the busy one's last number, and has shown it the waiting nodes.
        time.pass(TURN);
        busy.loop.passTime();
        answerAll(busy);
        hear(late);
        assertThat(call).isCompleted();
        assertThat(conflicts(late)).isEqualTo(3);
    }

    @Test
    void whoHasPassedOnForWantOfWorkPassesOnNoTurnOfAnother() {
        lose(3);
        take(busy);
        time.pass(TURN);
        busy.loop.passTime();
        answerAll(busy);
        TurnRecord passed = turn().orElseThrow();
        time.pass(TURN.multipliedBy(2));
        busy.ask(1);
        assertThat(changesOfNextWrite(busy)).hasSize(1);
        answerAll(busy);
        assertThat(turn()).contains(passed);
    }

    @Test
    void aWaitEndsThoughNothingIsHeard() {
        CompletableFuture<Grant> call = lose(3);
        time.pass(TURN.multipliedBy(2));
        late.loop.passTime();
        answerAll(late);
        assertThat(call).isCompleted();
        assertThat(conflicts(late)).isEqualTo(3);
    }

    @Test
    void whoDidNotWaitToTheEndPassesTheTurnOnNevertheless() {
        CompletableFuture<Grant> call = lose(3);
        take(busy);
        time.pass(TURN);
        late.loop.passTime();
        late.runToWrite();
        take(busy);
        late.tree.answerAll();
        hear(late);
        assertThat(call).isCompleted();
        time.pass(TURN);
        late.ask(1);
        assertThat(changesOfNextWrite(late)).hasSize(2);
    }

    @Test
    void aChangeThatIsAnotherOnesBeginsNoTurn() {
        CompletableFuture<Grant> call = lose(3);
        TurnRecord joined = turn().orElseThrow();
        tree.write(List.of(new Change.Set(path(), PayloadCodec.encode(joined.joinedBy("third")), -1)))
                .join();
        hear(late);
        assertThat(call).isNotDone();
        assertThat(late.tree.requests()).isEmpty();
        tree.write(List.of(new Change.Set(
                        path(), PayloadCodec.encode(joined.joinedBy("third").passedOnBy("busy", false)), -1)))
                .join();
        hear(late);
        assertThat(call).isCompleted();
    }

    @Test
    void whoIsNotAmongThoseThatWaitJoinsAgain() {
        CompletableFuture<Grant> call = lose(3);
        TurnRecord joined = turn().orElseThrow();
        tree.write(List.of(new Change.Set(path(), PayloadCodec.encode(TurnRecord.NONE.joinedBy("third")), -1)))
                .join();
        hear(late);
        assertThat(turn().orElseThrow().waiting())
                .containsExactly("third", joined.waiting().get(0));
        assertThat(call).isNotDone();
    }

    @Test
    void aTurnThatCannotBePassedOnKeepsNobodyFromWriting() {
        lose(3);
        take(busy);
        StoredRecord znode = tree.read(path()).join().orElseThrow();
        tree.write(List.of(new Change.Delete(path(), znode.stamp().version()))).join();
        time.pass(TURN);
        take(busy);
        take(busy);
        assertThat(conflicts(busy)).isZero();
        assertThat(turn()).isEmpty();
    }

    @Test
    void turnsThatCannotBeReadBeginAgain() {
        tree.write(List.of(new Change.Create(path(), new byte[] {'?'}))).join();
        lose(3);
        assertThat(turn().orElseThrow().waiting()).hasSize(1);
    }

    @Test
    void aTurnOfLongAgoIsNotTakenForANewOne() {
        lose(3);
        take(busy);
        time.pass(TURN);
        take(busy);
        hear(late);
        TurnRecord passed = turn().orElseThrow();
        tree.write(List.of(new Change.Set(
                        path(), PayloadCodec.encode(new TurnRecord(passed.number(), passed.turn(), List.of())), -1)))
                .join();
        busy.loop.passTime();
        CompletableFuture<Grant> call = lose(3);
        assertThat(call).isNotDone();
        assertThat(turn().orElseThrow().waiting()).containsExactly(passed.turn());
    }
}
