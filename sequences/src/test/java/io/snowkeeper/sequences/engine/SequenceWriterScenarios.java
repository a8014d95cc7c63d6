package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.Catalogue;
import io.snowkeeper.sequences.record.KeyRecord;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.Tokens;
import io.snowkeeper.sequences.sweep.ExpireCommand;
import io.snowkeeper.sequences.sweep.ForgetKeysCommand;
import io.snowkeeper.sequences.sweep.ForgetKeysCommand.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scenarios of events between a request to the store and its answer, moment by moment. */
abstract class SequenceWriterScenarios {

    private static final long PATIENCE = Duration.ofHours(1).toNanos();
    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);
    private static final SequenceOptions TENS = SequenceOptions.DEFAULT.withBlock(10, 10);

    private static int sequences;

    private String name;
    private SequenceStore tree;
    private Catalogue catalogue;
    private ManualNode node;
    private ManualNode other;

    /** Returns the store that the nodes share, started. */
    abstract CoordinationStore store();

    @BeforeEach
    void startNodes() {
        name = "S" + ++sequences;
        tree = new SequenceStore(store(), new ServedFleet(Optional::empty), Environment.REAL);
        catalogue = TestCatalogues.of(tree);
        node = new ManualNode(store(), name);
        other = new ManualNode(store(), name);
    }

    private void create(SequenceMode mode, SequenceOptions options) {
        catalogue
                .create(
                        new SequenceDefinition(name, mode, List.of(RANGE), options),
                        Tokens.random(Environment.REAL.random()),
                        Overlap.ALLOWED)
                .join();
    }

    private String incarnation() {
        return tree.read(SequencePaths.name(name))
                .join()
                .orElseThrow()
                .as(NameRecord.class)
                .incarnation();
    }

    private StoredRecord stateZnode() {
        return tree.read(SequencePaths.state(name, incarnation())).join().orElseThrow();
    }

    private SequenceRecord state() {
        return stateZnode().as(SequenceRecord.class);
    }

    private void deleteAndCreateAnew(SequenceMode mode, SequenceOptions options) {
        ManualNode operator = new ManualNode(store(), name);
        var deleted = operator.submit(
                new DeleteCommand(new DeleteRequest(name, state().next(), true), System.nanoTime(), PATIENCE));
        operator.settleDown();
        assertThat(deleted).isCompleted();
        create(mode, options);
    }

    private static CompletableFuture<?> configure(ManualNode by, SequenceOptions options) {
        return by.submit(new ChangeCommand(new OptionsChange(options), System.nanoTime(), PATIENCE));
    }

    // How a sequence's numbers are written.

    private static SequenceOptions written(String format) {
        return TENS.withFormat(NumberFormat.of(format));
    }

    @Test
    void aFormatThatWritesANumberAsAFormerOneWroteAnotherIsRefusedOnceNumbersWereGiven() {
        create(SequenceMode.ORDERED, written("A{n}0"));
        node.take(1);
        CompletableFuture<?> change = configure(node, written("A{n}"));
        node.settleDown();
        assertThatThrownBy(change::join)
                .hasRootCauseMessage(
                        "format A{n} may write a number as format A{n}0 has written another one: put another letter before or after the number, or begin a new sequence");
    }

    @Test
    void aFormatIsComparedWithAllThatNumbersHad() {
        create(SequenceMode.ORDERED, written("A{n}0"));
        node.take(1);
        CompletableFuture<?> without = configure(node, TENS);
        CompletableFuture<?> another = configure(node, written("B{n}"));
        node.settleDown();
        assertThat(without).isCompleted();
        assertThat(another).isCompleted();
        CompletableFuture<?> back = configure(node, written("A{n}"));
        node.settleDown();
        assertThatThrownBy(back::join).hasMessageContaining("format A{n} may write a number as format A{n}0");
        CompletableFuture<?> longer = configure(node, written("B{n:0000}"));
        node.settleDown();
        assertThat(longer).isCompleted();
    }

    @Test
    void aFormatIsFreeUntilANumberWasGiven() {
        create(SequenceMode.ORDERED, written("A{n}0"));
        CompletableFuture<?> change = configure(node, written("A{n}"));
        node.settleDown();
        assertThat(change).isCompleted();
    }

    // A node's block of a sequence that was deleted.

    @Test
    void afterASessionEndedABlockIsVoidIfItsNameIsAnotherSequencesByNow() {
        create(SequenceMode.BLOCK, TENS);
        assertThat(node.take(1).first()).isEqualTo(1);
        node.tree.endSession();
        deleteAndCreateAnew(SequenceMode.BLOCK, TENS);
        assertThat(other.take(1).first()).isEqualTo(1);
        node.served.revalidate();
        node.settleDown();
        assertThat(node.take(1).first()).isEqualTo(11);
    }

    @Test
    void nothingIsGivenBackToASequenceThatItWasNotTakenFrom() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        node.tree.endSession();
        deleteAndCreateAnew(SequenceMode.BLOCK, TENS);
        other.take(1);
        assertThat(state().taken()).isEqualTo(10);
        var stopped = node.served.stop(PATIENCE);
        node.settleDown();
        assertThat(stopped).isCompleted();
        assertThat(state().taken()).isEqualTo(10);
    }

    @Test
    void aNameIsWatchedAgainThoughAWriteWasUnderWayWhenTheSessionWasReplaced() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        CompletableFuture<Grant> call = node.ask(5);
        node.runToWrite();
        node.tree.endSession();
        node.served.revalidate();
        node.settleDown();
        assertThat(call).isCompleted();
        deleteAndCreateAnew(SequenceMode.BLOCK, TENS);
        await().until(node.tree::hasEvents);
    }

    @Test
    void aNameIsWatchedAgainThoughTheFormerSessionsAnswerArrivesAfterItsEnd() {
        create(SequenceMode.BLOCK, TENS);
        CompletableFuture<Grant> call = node.ask(1);
        node.run();
        node.tree.answerAfterEnd(node.tree.requests().remove(0));
        node.tree.endSession();
        node.served.revalidate();
        node.run();
        node.settleDown();
        assertThat(call).isCompleted();
        deleteAndCreateAnew(SequenceMode.BLOCK, TENS);
        await().until(node.tree::hasEvents);
    }

    @Test
    void aNumberThatWasDrawnForAKeyIsNotGivenByTheNextSequenceOfTheName() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        CompletableFuture<Grant> call = node.ask(NextRequest.of(name).withKey("key"));
        node.runToWrite();
        deleteAndCreateAnew(SequenceMode.BLOCK, TENS);
        assertThat(other.take(1).first()).isEqualTo(1);
        node.settleDown();
        assertThat(grant(call).first()).isEqualTo(11);
        assertThat(answer(other, NextRequest.of(name).withKey("key")).first()).isEqualTo(11);
    }

    @Test
    void numbersThatWereDrawnForAKeyAreGivenUpWhenTheirSequenceIsReplacedByOneOfAnotherMode() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        CompletableFuture<Grant> call = node.ask(NextRequest.of(name, 3).withKey("key"));
        node.runToWrite();
        deleteAndCreateAnew(SequenceMode.ORDERED, TENS);
        node.settleDown();
        assertThat(grant(call).numbers()).containsExactly(1, 2, 3);
        assertThat(node.served.usage().orElseThrow().lost()).isEqualTo(3);
    }

    @Test
    void aSequenceThatWasDeletedIsNotServedAnyMoreThoughNobodyAsksForIt() {
        create(SequenceMode.ORDERED, TENS);
        node.take(1);
        var deleted = other.submit(
                new DeleteCommand(new DeleteRequest(name, OptionalLong.of(2), true), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(deleted).isCompleted();
        await().until(node.tree::hasEvents);
        node.tree.deliverEvents();
        node.settleDown();
        assertThat(node.served.isRetired()).isTrue();
        assertThat(node.served.usage()).isEmpty();
    }

    // Lost answers.

    @Test
    void aDeletionWhoseAnswerWasLostDoesNotDeleteTheNextSequenceOfTheName() {
        create(SequenceMode.ORDERED, TENS);
        var deleted = node.submit(
                new DeleteCommand(new DeleteRequest(name, OptionalLong.of(1), true), System.nanoTime(), PATIENCE));
        node.runToWrite();
        node.tree.loseAnswers();
        create(SequenceMode.ORDERED, TENS);
        node.settleDown();
        assertThat(deleted).isCompleted();
        assertThat(other.take(1).first()).isEqualTo(1);
    }

    @Test
    void aBlockIsGivenBackOnceThoughTheAnswerWasLostAndManyOthersHaveWrittenSince() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        var stopped = node.served.stop(PATIENCE);
        node.runToWrite();
        node.tree.loseAnswers();
        assertThat(state().taken()).isEqualTo(1);
        // The others take the numbers given back, up to the end of our block.
        var configured = configure(other, TENS.withBlock(9, 9));
        assertThat(other.take(9).numbers()).endsWith(10);
        assertThat(configured).isCompleted();
        var otherStopped = other.served.stop(PATIENCE);
        other.settleDown();
        assertThat(otherStopped).isCompleted();
        for (int i = 0; i <= SequenceRecord.MAX_GRANTS; i++) {
            ManualNode one = new ManualNode(store(), name);
            var written = configure(one, TENS.withMaxKeys(100 + i));
            one.settleDown();
            assertThat(written).isCompleted();
        }
        assertThat(state().taken()).isEqualTo(10);
        node.settleDown();
        assertThat(stopped).isCompleted();
        assertThat(state().taken()).isEqualTo(10);
    }

    @Test
    void aStateThatIsOlderThanOneThatWasSeenIsNotBelieved() {
        create(SequenceMode.ORDERED, TENS);
        node.take(1);
        StoredRecord old = stateZnode();
        node.take(1);
        CompletableFuture<Grant> third = node.ask(1);
        node.runToWrite();
        node.tree.loseAnswers();
        node.run();
        node.loop.passTime();
        node.run();
        // Confirmed, so from no server that lags behind: see RestoredStateTest for one.
        node.tree.requests().remove(0).answerBy(Optional.of(old));
        node.settleDown();
        assertThat(third)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(SequenceUnavailableException.class)
                .withMessageContaining("a backup was restored");
    }

    @Test
    void afterTwoLostWritesAnEmptyOneFindsOutAndThenLessIsWritten() {
        create(SequenceMode.GAPLESS, TENS);
        List<CompletableFuture<Grant>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(node.ask(1));
        }
        for (int lost = 0; lost < 2; lost++) {
            node.runToWrite();
            assertThat(theWrite().changes).hasSize(11);
            node.tree.requests().remove(0).lose();
        }
        node.runToWrite();
        assertThat(theWrite().changes).hasSize(1);
        node.tree.answerAll();
        node.runToWrite();
        assertThat(theWrite().changes).hasSize(7);
        node.settleDown();
        assertThat(calls.stream().map(call -> grant(call).first())).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(state().taken()).isEqualTo(8);
    }

    @Test
    void anOrderedNumberWhoseCallerHasLeftIsCountedAsGivenUp() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> left = node.ask(1);
        node.runToWrite();
        left.cancel(false);
        node.settleDown();
        assertThat(node.take(1).first()).isEqualTo(2);
        assertThat(node.served.usage().orElseThrow().lost()).isEqualTo(1);
    }

    @Test
    void anOrderedNumberOfALostWriteWhoseCallerHasLeftIsCountedAsGivenUp() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> left = node.ask(1);
        node.runToWrite();
        node.tree.loseAnswers();
        left.cancel(false);
        node.settleDown();
        assertThat(node.take(1).first()).isEqualTo(2);
        assertThat(node.served.usage().orElseThrow().lost()).isEqualTo(1);
    }

    @Test
    void whatWasChangedAndChangedBackStandsThoughAnotherNodeHasChangedItMeanwhile() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> before = node.ask(1);
        node.runToWrite();
        theWrite().hold();
        CompletableFuture<?> byOther = configure(other, TENS.withBlock(30, 30));
        other.settleDown();
        assertThat(byOther).isCompleted();

        // Both are planned together once the write is answered, on the state that it left.
        CompletableFuture<?> changed = configure(node, TENS.withBlock(20, 20));
        CompletableFuture<?> changedBack = configure(node, TENS);
        node.settleDown();

        assertThat(before).isCompleted();
        assertThat(changed).isCompleted();
        assertThat(changedBack).isCompleted();
        assertThat(state().options().toOptions()).isEqualTo(TENS);
    }

    private ManualStore.Request<?> theWrite() {
        assertThat(node.tree.requests()).hasSize(1);
        return node.tree.requests().get(0);
    }

    // ZooKeeper's refusals.

    @Test
    void aZnodeThatIsRefusedFailsTheCallThatNeedsItAlone() {
        create(SequenceMode.ORDERED, TENS);
        node.take(1);
        CompletableFuture<Grant> keyed = node.ask(NextRequest.of(name).withKey("key"));
        CompletableFuture<Grant> plain = node.ask(1);
        node.runToWrite();
        String key = SequencePaths.key(name, incarnation(), "key");
        node.tree.requests().remove(0).refuse(key);
        node.settleDown();
        assertThat(grant(plain).first()).isEqualTo(2);
        assertRefused(keyed, "a quota is used up: " + key);
        assertThat(state().taken()).isEqualTo(2);
    }

    @Test
    void reservationsAreConfirmedWhileZooKeeperTakesNoNewOnes() {
        create(SequenceMode.GAPLESS, TENS);
        String reservation = node.take(1).reservation().orElseThrow();
        CompletableFuture<Grant> first = node.ask(1);
        CompletableFuture<?> confirmed = node.settle(reservation, Settlement.CONFIRM);
        CompletableFuture<Grant> second = node.ask(1);
        node.runToWrite();
        node.tree.requests().remove(0).refuse("/pending/0/1");
        node.runToWrite();
        assertThat(theWrite().changes).hasSize(4);
        node.tree.answerAll();
        node.runToWrite();
        assertThat(confirmed).isCompleted();
        node.tree.requests().remove(0).refuse("/pending/0/1");
        node.settleDown();
        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        assertThat(state().taken()).isEqualTo(1);
    }

    @Test
    void whoseFaultAStateIsThatIsRefusedIsFoundByHalves() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> first = node.ask(1);
        node.runToWrite();
        List<CompletableFuture<Grant>> calls = List.of(node.ask(1), node.ask(1), node.ask(1));
        node.tree.answerAll();
        assertThat(first).isCompleted();
        node.runToWrite();
        node.tree.requests().remove(0).refuse("/state");
        node.runToWrite();
        node.tree.requests().remove(0).refuse("/state");
        node.settleDown();
        assertThat(calls.get(0)).isCompletedExceptionally();
        assertThat(grant(calls.get(1)).first()).isEqualTo(2);
        assertThat(grant(calls.get(2)).first()).isEqualTo(3);
    }

    @Test
    void aTransactionThatIsRefusedAsAWholeIsNotSentAgain() {
        create(SequenceMode.ORDERED, TENS);
        node.take(1);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        node.tree.requests().remove(0).refuse();
        node.settleDown();
        assertRefused(call, "it is overloaded");
        assertThat(node.take(1).first()).isEqualTo(2);
    }

    @Test
    void aKnownKeyIsAnsweredWhileZooKeeperTakesNoNewOnes() {
        Grant known = createOfWhichNewKeysAreRefused(SequenceMode.GAPLESS);
        CompletableFuture<Grant> again = node.ask(NextRequest.of(name).withKey("known"));
        settleDownRefusing("/keys/");
        assertThat(grant(again)).isEqualTo(known);
    }

    @Test
    void callsWithAKeyHaveTheirTurnAtAUsedUpSequenceThoughOthersKeepComing() {
        Grant known = createOfWhichNewKeysAreRefused(SequenceMode.ORDERED);
        var advanced = node.submit(new ChangeCommand(new Advance(name, RANGE.to()), System.nanoTime(), PATIENCE));
        node.settleDown();
        assertThat(advanced).isCompleted();
        node.take(1);
        // The turn before was of those with a key.
        assertThat(answer(node, NextRequest.of(name).withKey("known"))).isEqualTo(known);

        List<CompletableFuture<Grant>> calls = new ArrayList<>(List.of(node.ask(1)));
        CompletableFuture<Grant> again = node.ask(NextRequest.of(name).withKey("known"));
        for (int i = 0; i < 10; i++) {
            node.run();
            calls.add(node.ask(1));
            node.tree.answerAll();
        }

        assertThat(grant(again)).isEqualTo(known);
        assertThat(calls.subList(0, 5)).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    /** Creates a sequence with a known key, and has ZooKeeper refuse the znode of a new one. Returns the numbers of the known key. */
    private Grant createOfWhichNewKeysAreRefused(SequenceMode mode) {
        create(mode, TENS);
        Grant known = answer(node, NextRequest.of(name).withKey("known"));
        CompletableFuture<Grant> unknown = node.ask(NextRequest.of(name).withKey("new"));
        settleDownRefusing("/keys/");
        assertThat(unknown).isCompletedExceptionally();
        return known;
    }

    /** Runs everything to its end, but refuses writes that make a znode with that in its path. */
    private void settleDownRefusing(String part) {
        for (int round = 0; round < 20; round++) {
            node.run();
            while (!node.tree.requests().isEmpty()) {
                ManualStore.Request<?> request = node.tree.requests().remove(0);
                request.changes.stream()
                        .map(Change::path)
                        .filter(path -> path.contains(part))
                        .findFirst()
                        .ifPresentOrElse(path -> request.refuse(path), request::answer);
            }
            node.loop.passTime();
        }
    }

    @Test
    void whoWaitsForAWriteThatFindsOutWhatBecameOfOthersIsToldWhyItIsRefused() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> patient = node.ask(1);
        for (int lost = 0; lost < 2; lost++) {
            node.runToWrite();
            node.tree.requests().remove(0).lose();
        }
        node.runToWrite();
        node.tree.requests().remove(0).refuse("/state");
        node.run();
        CompletableFuture<Grant> hasty = node.served.next(NextRequest.of(name), 1);
        node.run();
        node.loop.passTime();
        node.run();
        assertThat(hasty).isDone();
        assertThatThrownBy(hasty::join).hasMessageContaining("a quota is used up");
        node.settleDown();
        assertThat(grant(patient).first()).isEqualTo(1);
    }

    private static void assertRefused(CompletableFuture<?> call, String message) {
        assertThat(call).isDone();
        assertThatThrownBy(call::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessage(message);
    }

    // A node that stops.

    @Test
    void aBlockThatArrivesWhileTheNodeStopsIsGivenBack() {
        create(SequenceMode.BLOCK, TENS);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        CompletableFuture<?> stopped = node.served.stop(PATIENCE);
        node.settleDown();
        assertThat(stopped).isCompleted();
        assertThat(call).isCompletedExceptionally();
        assertThat(state().taken()).isZero();
    }

    @Test
    void anOrderedNumberWhoseCallerTheStopHasFailedIsCountedAsGivenUp() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        CompletableFuture<?> stopped = node.served.stop(PATIENCE);
        node.settleDown();
        assertThat(stopped).isCompleted();
        assertThat(call).isCompletedExceptionally();
        assertThat(state().taken()).isEqualTo(1);
        assertThat(node.served.usage().orElseThrow().lost()).isEqualTo(1);
    }

    // ZooKeeper does not answer.

    @Test
    void theRestOfABlockIsServedThoughAnotherCallerWaitsForMoreThanThereIs() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        CompletableFuture<Grant> many = node.ask(50);
        node.runToWrite();
        CompletableFuture<Grant> one = node.ask(1);
        node.tree.requests().remove(0).lose();
        node.run();
        assertThat(grant(one).first()).isEqualTo(2);
        assertThat(node.ask(1)).isCompleted();
        assertThat(many).isNotDone();
        node.settleDown();
        assertThat(grant(many).count()).isEqualTo(50);
    }

    @Test
    void theRestOfABlockIsServedThoughZooKeeperIsSilent() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        CompletableFuture<Grant> many = node.ask(50);
        node.runToWrite();
        CompletableFuture<Grant> one = node.ask(1);
        await().until(() -> {
            node.loop.passTime();
            node.run();
            return one.isDone();
        });
        assertThat(grant(one).first()).isEqualTo(2);
        assertThat(many).isNotDone();
    }

    @Test
    void whoLeavesWhileWaitingForMoreThanThereIsKeepsNobodyFromTheBlock() {
        create(SequenceMode.BLOCK, TENS);
        node.take(1);
        CompletableFuture<Grant> many = node.ask(50);
        node.runToWrite();
        many.cancel(false);
        node.settleDown();
        assertThat(node.ask(1)).isCompleted();
    }

    // Old news.

    @Test
    void aKeyThatWasForgottenAndUsedAnewGetsTheSameNumberOnEveryNode() {
        create(SequenceMode.BLOCK, TENS);
        NextRequest request = NextRequest.of(name).withKey("key");
        long before = answer(node, request).first();
        assertThat(answer(node, request).first()).isEqualTo(before);
        String path = SequencePaths.key(name, incarnation(), "key");
        Seen seen = new Seen(path, tree.read(path).join().orElseThrow().stamp().created());
        var forgotten = other.submit(new ForgetKeysCommand(incarnation(), List.of(seen), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(forgotten).isCompleted();
        long after = answer(other, request).first();
        assertThat(after).isNotEqualTo(before);
        assertThat(answer(node, request).first()).isEqualTo(after);
    }

    @Test
    void theNumbersOfAnotherKeyThatHasAKeysPlaceAreNotGiven() {
        for (SequenceMode mode : SequenceMode.values()) {
            startNodes();
            create(mode, TENS);
            answer(node, NextRequest.of(name).withKey("key"));
            String path = SequencePaths.key(name, incarnation(), "key");
            KeyRecord record = tree.read(path).join().orElseThrow().as(KeyRecord.class);
            byte[] damaged = PayloadCodec.encode(
                    new KeyRecord("yek", record.runs(), record.reservation(), record.keepMillis(), null));
            tree.write(List.of(new Change.Set(path, damaged, -1))).join();
            CompletableFuture<Grant> asked = other.ask(NextRequest.of(name).withKey("key"));
            other.settleDown();
            assertThatThrownBy(asked::join)
                    .cause()
                    .isInstanceOf(SequencePreconditionException.class)
                    .hasMessage(
                            "the key cannot be used, another key has its place in ZooKeeper; ask with another key, or once that one is forgotten: sequence=%s, key=key"
                                    .formatted(name));
            assertThat(other.take(1).count()).isEqualTo(1);
        }
    }

    private static Grant answer(ManualNode by, NextRequest request) {
        CompletableFuture<Grant> answer = by.ask(request);
        by.settleDown();
        return grant(answer);
    }

    private static Grant grant(CompletableFuture<Grant> answer) {
        assertThat(answer).isCompleted();
        return answer.join();
    }

    @Test
    void aCallThatComesAfterALookForTheSequenceIsNotRefusedByIt() {
        CompletableFuture<Grant> early = node.ask(1);
        node.run();
        node.tree.answerAll();
        // It was not there; now it is read confirmed.
        node.run();
        node.tree.requests().get(0).hold();
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> late = node.ask(1);
        node.run();
        node.loop.passTime();
        node.settleDown();
        assertThat(early).isDone();
        assertThatThrownBy(early::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(UnknownSequenceException.class);
        assertThat(grant(late).first()).isEqualTo(1);
    }

    // One caller's effects on the others.

    @Test
    void aReservationThatWasNeverMadeIsUnknownAndDisturbsNobody() {
        create(SequenceMode.GAPLESS, TENS);
        node.take(1);
        var configured = node.submit(new ChangeCommand(
                new OptionsChange(TENS.withReservationTime(Duration.ofSeconds(5))), System.nanoTime(), PATIENCE));
        node.settleDown();
        assertThat(configured).isCompleted();
        for (Settlement settlement : Settlement.values()) {
            CompletableFuture<?> settled = node.settle(incarnation() + "-7", settlement);
            CompletableFuture<Grant> call = node.ask(1);
            node.settleDown();
            assertThat(call).isCompleted();
            assertThat(settled).isDone();
            assertThatThrownBy(settled::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(UnknownReservationException.class);
        }
    }

    @Test
    void aReservationThatIsSettledByAnotherNodeAtAnyMomentIsNotUnknown() {
        create(SequenceMode.GAPLESS, TENS);
        int settledByOther = 0;
        for (int answers = 0; answers < 8; answers++) {
            String reservation = other.take(1).reservation().orElseThrow();
            ManualNode late = new ManualNode(store(), name);
            late.take(1);
            // In a new session, the state is read confirmed, so that reads after it are answered at once.
            late.served.revalidate();
            CompletableFuture<?> cancelled = late.settle(reservation, Settlement.CANCEL);
            late.run();
            for (int i = 0; i < answers; i++) {
                late.tree.answerAll();
                late.run();
            }
            CompletableFuture<?> confirmed = other.settle(reservation, Settlement.CONFIRM);
            other.settleDown();
            late.settleDown();
            assertThat(confirmed).isDone();
            assertThat(cancelled).isDone();
            boolean byOther = !confirmed.isCompletedExceptionally();
            settledByOther += byOther ? 1 : 0;
            assertThatThrownBy(byOther ? cancelled::join : confirmed::join)
                    .as("after %d answers", answers)
                    .hasCauseInstanceOf(ReservationSettledException.class);
        }
        assertThat(settledByOther).isBetween(4, 7);
    }

    @Test
    void aDamagedKeyKeepsItsOwnReservationAloneFromExpiring() {
        create(SequenceMode.GAPLESS, TENS.withAtExpiry(AtExpiry.RETURN));
        answer(node, NextRequest.of(name).withKey("damaged"));
        answer(node, NextRequest.of(name).withKey("sound"));
        String path = SequencePaths.key(name, incarnation(), "damaged");
        tree.write(List.of(new Change.Set(path, new byte[] {'?'}, -1))).join();
        var expired = other.submit(new ExpireCommand(incarnation(), 0, List.of(0, 1), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(expired).isCompleted();
        assertThat(state().returned().lowest().runs()).containsExactly(new NumberRange(2, 2));
        assertThat(state().pending()).isEqualTo(1);
    }

    @Test
    void thousandsOfReservationsWithKeysAreCancelledAtOnce() {
        create(SequenceMode.GAPLESS, TENS);
        List<CompletableFuture<Grant>> grants = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            grants.add(node.ask(NextRequest.of(name).withKey("key " + i)));
        }
        node.settleDown();
        List<CompletableFuture<?>> settled = grants.stream()
                .<CompletableFuture<?>>map(
                        grant -> other.settle(grant.join().reservation().orElseThrow(), Settlement.CANCEL))
                .toList();
        for (int round = 0; round < 60; round++) {
            other.run();
            other.tree.answerAll();
            other.loop.passTime();
        }
        assertThat(settled).allSatisfy(answer -> assertThat(answer).isCompleted());
        assertThat(state().returned().lowest().runs()).containsExactly(new NumberRange(1, 2_500));
    }
}
