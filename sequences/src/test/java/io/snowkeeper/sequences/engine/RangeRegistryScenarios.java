package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.Catalogue;
import io.snowkeeper.sequences.catalogue.Retries;
import io.snowkeeper.sequences.ranges.ClaimPlan;
import io.snowkeeper.sequences.ranges.RangeRegistry;
import io.snowkeeper.sequences.ranges.SteppedRanges;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ranges that sequences may have beside those of others, in every order of claims. */
abstract class RangeRegistryScenarios {

    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

    private SequenceStore tree;
    private RangeRegistry registry;
    private RangeRegistry others;
    Catalogue catalogue;
    private Catalogue ofAnotherNode;
    private int incarnations;

    /** Returns a store without sequences, started. */
    abstract CoordinationStore store();

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stopTimer() {
        timer.shutdownNow();
    }

    @BeforeEach
    void open() {
        tree = new SequenceStore(store(), new ServedFleet(Optional::empty), Environment.REAL);
        registry = TestCatalogues.registry(tree);
        others = TestCatalogues.registry(tree);
        catalogue = new Catalogue(tree, registry, StateLimits.DEFAULT);
        ofAnotherNode = new Catalogue(tree, others, StateLimits.DEFAULT);
    }

    static NumberRange range(long from, long to) {
        return new NumberRange(from, to);
    }

    private static SteppedRanges byOnes(NumberRange range) {
        return new SteppedRanges(List.of(range), NumberStep.ONE);
    }

    private CompletableFuture<?> creating(Catalogue by, String name, Overlap overlap, NumberRange... ranges) {
        return by.create(
                new SequenceDefinition(name, SequenceMode.ORDERED, List.of(ranges), SequenceOptions.DEFAULT),
                "i" + ++incarnations,
                overlap);
    }

    void create(String name, NumberRange... ranges) {
        creating(catalogue, name, Overlap.REFUSED, ranges).join();
    }

    private void createBy(long step, String name, NumberRange... ranges) {
        catalogue
                .create(
                        new SequenceDefinition(name, SequenceMode.BLOCK, List.of(ranges), SequenceOptions.DEFAULT)
                                .withStep(step),
                        "i" + ++incarnations,
                        Overlap.REFUSED)
                .join();
    }

    private ChangeCommand append(String name, ClaimPlan plan, NumberRange range) {
        return new ChangeCommand(
                new AppendChange(name, List.of(range), StateLimits.DEFAULT), plan, System.nanoTime(), PATIENCE);
    }

    private ClaimPlan plan(RangeRegistry by, String name, NumberRange range) {
        Catalogue.Counted counted = catalogue.counted(name).join();
        return by.claim(name, counted.incarnation(), new SteppedRanges(List.of(range), counted.step()), Overlap.REFUSED)
                .join();
    }

    private CompletableFuture<?> done(String name, ChangeCommand command) {
        ManualNode node = new ManualNode(store(), name);
        CompletableFuture<?> answer = node.submit(command);
        node.settleDown();
        return answer;
    }

    private void delete(String name) {
        ManualNode node = new ManualNode(store(), name);
        OptionalLong next = tree.read(
                        SequencePaths.state(name, catalogue.counted(name).join().incarnation()))
                .join()
                .orElseThrow()
                .as(SequenceRecord.class)
                .next();
        var deleted = node.submit(new DeleteCommand(new DeleteRequest(name, next, true), System.nanoTime(), PATIENCE));
        node.settleDown();
        assertThat(deleted).isCompleted();
    }

    void assertRefused(String name, String message, NumberRange... ranges) {
        assertThatThrownBy(() -> create(name, ranges))
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining(message);
    }

    private int pages() {
        return tree.children(SequencePaths.RANGES).join().size();
    }

    @Test
    void aSequenceWhoseRangeOverlapsAnothersIsRefused() {
        create("A", range(1, 100), range(301, 400));
        assertRefused(
                "B",
                "range 400-500 overlaps 301-400 of sequence A, so that both would hand out the same numbers: sequence=B; give another range, or allow_overlap if that is meant",
                range(200, 300),
                range(400, 500));
        assertThat(tree.read(SequencePaths.name("B")).join()).isEmpty();
    }

    @Test
    void sequencesWhoseStepsPassOverEachOthersNumbersAreMade() {
        createBy(2, "odd", range(1, 1_000_001));
        createBy(2, "even", range(0, 1_000_000));
        createBy(4, "beyond", range(1_000_002, 2_000_002));
        assertThat(done(
                        "odd",
                        append("odd", plan(registry, "odd", range(1_000_005, 1_500_001)), range(1_000_005, 1_500_001))))
                .isCompleted();
    }

    @Test
    void aSequenceThatMeetsAnothersStepIsRefusedByTheNumberThatBothHave() {
        createBy(10, "tens", range(1, 1_000_001));
        assertThatThrownBy(() -> createBy(7, "sevens", range(3, 703)))
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining(
                        "range 3-703 overlaps 1-1000001 of sequence tens, so that both would hand out 31: sequence=sevens;");
        assertRefused("ones", "would hand out 11: sequence=ones;", range(2, 10), range(11, 19));
        create("between", range(2, 10));
    }

    @Test
    void anAppendedRangeMeetsNoStepOfAnotherSequence() {
        createBy(2, "odd", range(1, 99));
        createBy(2, "even", range(0, 98));
        assertThatThrownBy(() -> plan(registry, "even", range(51, 149)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessageContaining(
                        "a step of 2 passes over the beginning of range 51-149: from=51; begin it at 50 or 52");
        createBy(5, "fives", range(1_000, 2_000));
        assertThatThrownBy(() -> plan(registry, "even", range(1_002, 1_010)))
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("would hand out 1010");
        assertThat(plan(registry, "even", range(1_002, 1_008)).changes()).isNotEmpty();
    }

    @Test
    void sequencesWhoseRangesAreNextToEachOtherAreMade() {
        create("A", range(101, 200));
        create("B", range(0, 100));
        create("C", range(201, Long.MAX_VALUE));
        assertRefused("D", "overlaps 0-100 of sequence B", range(0, 0));
        assertRefused("D", "of sequence C", range(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void overlappingIsAllowedToWhoSaysSo() {
        create("A", range(1, 100));
        creating(catalogue, "B", Overlap.ALLOWED, range(50, 60)).join();
        assertRefused("C", "of sequence", range(55, 56));
    }

    @Test
    void theRangesOfADeletedSequenceAreFreeAtOnce() {
        create("A", range(1, 100));
        delete("A");
        create("B", range(50, 150));
        assertRefused("A", "overlaps 50-150 of sequence B", range(1, 100));
    }

    @Test
    void ofTwoThatClaimAtOnceTheLaterOneIsRefused() {
        create("Z", range(900, 1_000));
        ClaimPlan plan =
                others.claim("B", "b", byOnes(range(100, 200)), Overlap.REFUSED).join();
        create("A", range(1, 100));
        assertThatThrownBy(() -> tree.write(plan.changes()).join()).hasCauseInstanceOf(WriteRefusedException.class);
        others.forget();
        assertThatThrownBy(() -> creating(ofAnotherNode, "B", Overlap.REFUSED, range(100, 200))
                        .join())
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("overlaps 1-100 of sequence A");
    }

    @Test
    void twoWhoMakeTheSameSequenceAtOnceBothHaveIt() {
        create("Z", range(900, 1_000));
        Retries retries = new Retries(timer, System::nanoTime, Duration.ofSeconds(10));
        List<CompletableFuture<?>> creations = new ArrayList<>();
        for (Catalogue node : List.of(catalogue, ofAnotherNode, catalogue, ofAnotherNode)) {
            creations.add(retries.make(
                    "A",
                    () -> creating(node, "A", Overlap.REFUSED, range(1, 100)).thenApply(done -> "A")));
        }
        assertThat(creations).allSatisfy(creation -> assertThat(creation).succeedsWithin(Duration.ofSeconds(10)));
    }

    @Test
    void whoMakesASequenceThatIsMadeMeanwhileIsNotRefusedByItsRanges() {
        create("A", range(1, 100));
        assertThatThrownBy(() -> others.claim("A", "b", byOnes(range(1, 100)), Overlap.REFUSED)
                        .join())
                .hasCauseInstanceOf(NoAnswerException.class);
    }

    @Test
    void aSequenceThatCannotBeReadHasWhatItHasClaimed() {
        create("A", range(1, 100));
        spoil(SequencePaths.state("A", catalogue.counted("A").join().incarnation()));
        assertRefused("B", "overlaps 1-100 of sequence A", range(100, 200));
        create("B", range(101, 200));
        spoil(SequencePaths.name("A"));
        assertRefused("C", "overlaps 1-100 of sequence A", range(1, 1));
    }

    private void spoil(String path) {
        tree.write(List.of(new Change.Set(path, new byte[] {'?'}, StoreSession.ANY_VERSION)))
                .join();
    }

    @Test
    void whoOverlapsASequenceWhoseWriteIsStillHeldUpIsNotMadeBesideIt() {
        create("Z", range(900, 1_000));
        HeldWrites held = new HeldWrites(store());
        Catalogue node = new Catalogue(held, TestCatalogues.registry(held), StateLimits.DEFAULT);
        held.hold();
        CompletableFuture<?> first = creating(node, "A", Overlap.REFUSED, range(1, 100));
        CompletableFuture<?> second = creating(node, "B", Overlap.REFUSED, range(50, 60));
        held.release();
        assertThat(first).succeedsWithin(Duration.ofSeconds(10));
        assertThat(second).failsWithin(Duration.ofSeconds(10));
        assertRefused("C", "of sequence A", range(100, 100));
    }

    /** A store whose writes are sent after later requests. */
    private static final class HeldWrites extends SequenceStore {

        private final List<Runnable> held = new ArrayList<>();
        private boolean holds;

        HeldWrites(CoordinationStore store) {
            super(store, new ServedFleet(Optional::empty), Environment.REAL);
        }

        synchronized void hold() {
            holds = true;
        }

        synchronized void release() {
            holds = false;
            held.forEach(Runnable::run);
        }

        @Override
        public synchronized CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
            if (!holds) {
                return super.write(changes);
            }
            CompletableFuture<Void> sent = new CompletableFuture<>();
            held.add(() -> sent.complete(null));
            return sent.thenCompose(now -> super.write(changes));
        }
    }

    @Test
    void anAppendedRangeIsClaimedToo() {
        create("A", range(1, 100));
        assertThat(done("A", append("A", plan(registry, "A", range(201, 300)), range(201, 300))))
                .isCompleted();
        assertRefused("B", "overlaps 201-300 of sequence A", range(300, 301));
        create("C", range(101, 200));
        assertThatThrownBy(() -> plan(registry, "A", range(150, 160)))
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("range 150-160 overlaps 101-200 of sequence C");
    }

    @Test
    void ofTwoThatAppendAtOnceTheLaterOneIsNotDone() {
        create("A", range(1, 100));
        create("B", range(101, 200));
        ClaimPlan first = plan(registry, "A", range(201, 300));
        ClaimPlan second = plan(others, "B", range(201, 300));
        assertThat(done("A", append("A", first, range(201, 300)))).isCompleted();
        assertThat(done("B", append("B", second, range(201, 300))))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(NoAnswerException.class);
        assertThat(catalogue.describe("B").join().definition().ranges()).containsExactly(range(101, 200));
    }

    @Test
    void twoAppendsOfOneSequenceAtOnceAreDoneOneAfterTheOther() {
        create("A", range(1, 100));
        ManualNode node = new ManualNode(store(), "A");
        ClaimPlan plan = plan(registry, "A", range(201, 300));
        ClaimPlan other = plan(registry, "A", range(301, 400));
        CompletableFuture<?> done = node.submit(append("A", plan, range(201, 300)));
        CompletableFuture<?> tooLate = node.submit(append("A", other, range(301, 400)));
        node.settleDown();
        assertThat(done).isCompleted();
        assertThat(tooLate).isCompletedExceptionally();
    }

    @Test
    void aSequenceThatIsAppendedToMayBeWithinItsOwnBounds() {
        List<NumberRange> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(range(10L * i, 10L * i + 4));
        }
        create("A", many.toArray(NumberRange[]::new));
        create("B", range(5, 9), range(995, 2_000));
        assertRefused("C", "range 4-4 overlaps 0-4 of sequence A", range(4, 4));
        assertThat(done("A", append("A", plan(registry, "A", range(15, 19)), range(15, 19))))
                .isCompleted();
    }

    @Test
    void manyClaimsAreOnManyPages() {
        for (int i = 0; i < 600; i++) {
            create("tenant-" + i, range(1_000L * i, 1_000L * i + 999));
        }
        assertThat(pages()).isGreaterThan(1);
        for (int i = 0; i < 600; i += 37) {
            assertRefused("X", "of sequence tenant-" + i + ",", range(1_000L * i + 500, 1_000L * i + 500));
        }
        creating(ofAnotherNode, "X", Overlap.REFUSED, range(600_000, Long.MAX_VALUE))
                .join();
    }

    @Test
    void manyThatClaimAtOnceDoNotWaitForEachOther() {
        create("Z", range(1, 9));
        List<CompletableFuture<?>> creations = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            creations.add(creating(catalogue, "tenant-" + i, Overlap.REFUSED, range(1_000L * i, 1_000L * i + 999)));
        }
        creations.forEach(CompletableFuture::join);
        assertRefused("X", "of sequence tenant-200,", range(200_999, 200_999));
    }

    @Test
    void whoClaimsAfterOneThatIsNotDoneTriesAgain() {
        create("Z", range(1, 9));
        List<CompletableFuture<Void>> creations = new ArrayList<>();
        for (String name : List.of("A", "A", "B")) {
            NumberRange range = range(1_000L * (1 + creations.size()), 1_000L * (1 + creations.size()) + 9);
            creations.add(creating(catalogue, name, Overlap.REFUSED, range)
                    .<Void>thenApply(done -> null)
                    .exceptionallyCompose(failure ->
                            creating(catalogue, name, Overlap.REFUSED, range).thenApply(done -> null)));
        }
        assertThat(creations.get(0)).succeedsWithin(Duration.ofSeconds(10));
        assertThat(creations.get(1)).failsWithin(Duration.ofSeconds(10));
        assertThat(creations.get(2)).succeedsWithin(Duration.ofSeconds(10));
        assertRefused("X", "of sequence A,", range(1_000, 1_009));
        assertRefused("X", "of sequence B,", range(3_000, 3_009));
        create("X", range(2_000, 2_009));
    }

    @Test
    void howeverManyOverlapOneIsNamed() {
        for (int i = 0; i < 100; i++) {
            creating(catalogue, "invoices-" + i, Overlap.ALLOWED, range(1, Long.MAX_VALUE))
                    .join();
        }
        assertRefused("X", "range 5-9 overlaps 1-9223372036854775807 of sequence invoices-", range(5, 9));
        for (int i = 0; i < 100; i++) {
            delete("invoices-" + i);
        }
        create("X", range(5, 9));
    }

    @Test
    void whatNobodyHasAnyMoreIsDroppedBeforeAPageIsDivided() {
        for (int i = 0; i < 600; i++) {
            creating(catalogue, "A", Overlap.ALLOWED, range(1, 100 + i)).join();
            delete("A");
        }
        assertThat(pages()).isEqualTo(1);
    }
}
