package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceExistsException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.Catalogue;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SequenceCatalogueIT {

    private static final NumberRange RANGE = new NumberRange(100, 199);

    private String zooKeeper;
    private ServingNode node;
    private ServingNode other;

    @BeforeEach
    void start() {
        zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
        other = ServingNode.start(zooKeeper);
    }

    @AfterEach
    void stop() {
        node.closeAside();
        other.closeAside();
    }

    @Test
    void aNewSequenceIsDescribedOnEveryNode() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        assertThat(other.describe("A"))
                .isEqualTo(new SequenceDescription(
                        ServingNode.definition("A", SequenceMode.ORDERED, RANGE),
                        OptionalLong.of(100),
                        0,
                        100,
                        0,
                        0,
                        0,
                        Optional.empty()));
    }

    @Test
    void creatingASequenceAgainByTheSameDefinitionChangesNothing() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        node.next("A");
        assertThat(other.create("A", SequenceMode.ORDERED, RANGE).next()).hasValue(101);
    }

    @Test
    void creatingASequenceAgainAsItWasCreatedChangesNothingThoughItWasChangedSince() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        ServingNode.await(other.sequences().append("A", new NumberRange(300, 399)));
        SequenceOptions options = SequenceOptions.DEFAULT.withBlock(5, 5);
        ServingNode.await(other.sequences().configure("A", options));
        SequenceDescription present = node.create("A", SequenceMode.ORDERED, RANGE);
        assertThat(present.definition().ranges()).containsExactly(RANGE, new NumberRange(300, 399));
        assertThat(present.definition().options()).isEqualTo(options);
    }

    @Test
    void whatBecomesOfReservationsIsComparedWhereASequenceIsCreatedAgain() {
        node.create("A", SequenceMode.GAPLESS, RANGE);
        SequenceDefinition returning = new SequenceDefinition(
                "A", SequenceMode.GAPLESS, List.of(RANGE), SequenceOptions.DEFAULT.withAtExpiry(AtExpiry.RETURN));
        assertThatThrownBy(() -> ServingNode.await(other.sequences().create(returning)))
                .isInstanceOf(SequenceExistsException.class);
    }

    @Test
    void pagesOfTheListFollowOneAnother() {
        for (String name : List.of("C", "A", "D", "B")) {
            node.create(name, SequenceMode.ORDERED, RANGE);
        }
        Page<SequenceDescription> first = ServingNode.await(other.sequences().list(Optional.empty(), 3));
        assertThat(names(first)).containsExactly("A", "B", "C");
        assertThat(first.next()).hasValue("C");
        Page<SequenceDescription> last = ServingNode.await(other.sequences().list(first.next(), 3));
        assertThat(names(last)).containsExactly("D");
        assertThat(last.next()).isEmpty();
        assertThat(names(ServingNode.await(other.sequences().list(Optional.of("Ax"), 2))))
                .containsExactly("B", "C");
    }

    @Test
    void aPageWithVeryManyRangesEndsEarly() {
        NumberRange[] ranges = LongStream.range(1, 1_001)
                .mapToObj(i -> new NumberRange(2 * i, 2 * i))
                .toArray(NumberRange[]::new);
        for (int i = 10; i < 22; i++) {
            node.create("S" + i, SequenceMode.ORDERED, ranges);
        }
        Page<SequenceDescription> first = ServingNode.await(other.sequences().list(Optional.empty(), 1_000));
        assertThat(first.items()).hasSize(10);
        assertThat(first.next()).hasValue("S19");
        assertThat(names(ServingNode.await(other.sequences().list(first.next(), 1_000))))
                .containsExactly("S20", "S21");
    }

    private static List<String> names(Page<SequenceDescription> page) {
        return page.items().stream()
                .map(sequence -> sequence.definition().name())
                .toList();
    }

    @Test
    void moreSequencesThanAFleetMayHaveAreNotCreated() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        try (CoordinationStore store = TestStores.open(zooKeeper)) {
            SequenceStore tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
            Catalogue catalogue = new Catalogue(tree, TestCatalogues.registry(tree), StateLimits.DEFAULT, 2);
            ServingNode.await(catalogue.create(
                    ServingNode.definition("B", SequenceMode.ORDERED, RANGE), "first", Overlap.ALLOWED));
            assertThatThrownBy(() -> ServingNode.await(catalogue.create(
                            ServingNode.definition("C", SequenceMode.ORDERED, RANGE), "first", Overlap.ALLOWED)))
                    .isInstanceOf(SequencePreconditionException.class)
                    .hasMessage(
                            "a fleet has at most 2 sequences, and there are 2: sequence=C; delete some, or make another fleet");
        }
    }

    @Test
    void moreSequencesThanAPageHasAtTheMostAreNotAskedFor() {
        assertThatThrownBy(() -> node.sequences().list(Optional.empty(), 1_001))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= 1 && <= 1000: limit=1001");
    }

    @Test
    void creatingASequenceWithOtherRangesIsRefused() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        assertThatThrownBy(() -> other.create("A", SequenceMode.ORDERED, new NumberRange(100, 200)))
                .isInstanceOf(SequenceExistsException.class)
                .hasMessage(
                        "there is another sequence of this name, with ranges 100-199 instead of 100-200: sequence=A");
    }

    @Test
    void creatingASequenceInAnotherModeIsRefused() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        assertThatThrownBy(() -> other.create("A", SequenceMode.BLOCK, RANGE))
                .isInstanceOf(SequenceExistsException.class)
                .hasMessage("there is another sequence of this name, with mode ordered instead of block: sequence=A");
    }

    @Test
    void aSequenceThatManyNodesCreateAtOnceIsCreatedOnce() throws Exception {
        Callers.run(8, caller -> (caller % 2 == 0 ? node : other).create("A", SequenceMode.ORDERED, RANGE));
        assertThat(node.next("A")).isEqualTo(100);
        assertThat(other.next("A")).isEqualTo(101);
    }

    @Test
    void anUnknownSequenceIsRefused() {
        String message = "there is no sequence of this name: sequence=nobody";
        assertThatThrownBy(() -> node.next("nobody"))
                .isInstanceOf(UnknownSequenceException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> node.describe("nobody"))
                .isInstanceOf(UnknownSequenceException.class)
                .hasMessage(message);
    }

    @Test
    void aSequenceIsKnownOnceItIsCreatedThoughItWasAskedForBefore() {
        assertThatThrownBy(() -> other.next("A")).isInstanceOf(UnknownSequenceException.class);
        node.create("A", SequenceMode.BLOCK, RANGE);
        assertThat(other.next("A")).isEqualTo(100);
    }

    @Test
    void allSequencesAreListedByName() {
        node.create("B", SequenceMode.BLOCK, RANGE);
        node.create("A", SequenceMode.GAPLESS, RANGE);
        assertThat(other.names()).containsExactly("A", "B");
    }

    @Test
    void aRangeThatOverlapsOneThatIsThereIsNotAppended() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        assertThatThrownBy(() -> ServingNode.await(other.sequences().append("A", new NumberRange(199, 300))))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("ranges of a sequence must not overlap: name=A, 100-199 and 199-300");
    }

    @Test
    void optionsAreSetForEveryNode() {
        node.create("A", SequenceMode.BLOCK, RANGE);
        SequenceOptions options = SequenceOptions.DEFAULT.withBlock(5, 5);
        ServingNode.await(node.sequences().configure("A", options));
        assertThat(other.describe("A").definition().options()).isEqualTo(options);
        assertThat(other.next("A")).isEqualTo(100);
        assertThat(other.describe("A").next()).hasValue(105);
    }

    @Test
    void whoChangesOneOptionLeavesAnotherThatWasSetMeanwhile() {
        node.create("A", SequenceMode.GAPLESS, RANGE);
        AtomicInteger asked = new AtomicInteger();
        ServingNode.await(node.sequences().configure("A", (mode, present) -> {
            if (asked.getAndIncrement() == 0) {
                ServingNode.await(
                        other.sequences().configure("A", (itsMode, seen) -> seen.withAtExpiry(AtExpiry.RETURN)));
            }
            return present.withMaxKeys(7);
        }));
        assertThat(other.describe("A").definition().options())
                .isEqualTo(SequenceOptions.DEFAULT.withAtExpiry(AtExpiry.RETURN).withMaxKeys(7));
    }

    @Test
    void aSequenceIsNotDeletedByAnotherNextNumberThanItHas() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        assertThatThrownBy(() -> ServingNode.await(other.sequences().delete("A", OptionalLong.of(101))))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage("sequence A is deleted only by its present next number: next=100, given next=101");
        assertThat(node.next("A")).isEqualTo(100);
    }

    @Test
    void aDeletedSequenceIsGoneOnEveryNodeAndWhatANodeHasKeptOfItIsVoid() {
        node.create("A", SequenceMode.BLOCK, RANGE);
        other.next("A");
        OptionalLong next = node.describe("A").next();
        ServingNode.await(node.sequences().delete("A", next));
        assertThatThrownBy(() -> node.next("A")).isInstanceOf(UnknownSequenceException.class);
        await().untilAsserted(
                        () -> assertThatThrownBy(() -> other.next("A")).isInstanceOf(UnknownSequenceException.class));
    }

    @Test
    void aSequenceThatIsMadeAnewAfterItWasDeletedBeginsAtItsRanges() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        node.next("A", "key");
        ServingNode.await(node.sequences().delete("A", OptionalLong.of(101)));
        node.create("A", SequenceMode.ORDERED, new NumberRange(500, 600));
        assertThat(other.next("A", "key")).isEqualTo(500);
    }

    @Test
    void whatADeletedSequenceHasLeftIsRemoved() throws Exception {
        node.create("A", SequenceMode.ORDERED, RANGE);
        node.next("A", "key");
        ServingNode.await(node.sequences().delete("A", OptionalLong.of(101)));
        try (RawZnodes raw = new RawZnodes(zooKeeper)) {
            await().untilAsserted(() -> assertThat(raw.children("/sequences")).isEmpty());
        }
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ServingNode.await(node.sequences().describe("a/b")))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(
                        "a sequence's name must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name=a/b");
    }

    @Test
    void aCountAboveTheLimitIsRefused() {
        node.create("A", SequenceMode.ORDERED, new NumberRange(1, 1_000_000));
        assertThatThrownBy(() -> node.grant(NextRequest.of("A", 10_001)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= 1 && <= 10000: count=10001");
        assertThat(node.grant(NextRequest.of("A", 10_000)).places()).isEqualTo(List.of(new NumberRange(1, 10_000)));
    }

    @Test
    void versionsThatWouldWrapBeginAgain() throws Exception {
        try (ServingNode renewing = ServingNode.start(zooKeeper, StateLimits.DEFAULT.withRenewAt(3))) {
            renewing.create("A", SequenceMode.ORDERED, RANGE);
            for (int i = 0; i < 20; i++) {
                assertThat((i % 2 == 0 ? renewing : other).next("A")).isEqualTo(100 + i);
            }
        }
    }
}
