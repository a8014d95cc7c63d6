package io.snowkeeper.coordinator.zookeeper.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.NumberRange;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceMode;
import io.snowkeeper.coordinator.sequence.SequenceOptions;
import io.snowkeeper.coordinator.sequence.UnknownReservationException;
import io.snowkeeper.coordinator.sequence.UnknownSequenceException;
import io.snowkeeper.coordinator.zookeeper.sequence.BucketRecord.Fate;
import io.snowkeeper.coordinator.zookeeper.sequence.ForgetKeysIntent.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooDefs.Ids;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens between a request to ZooKeeper and its answer, moment by moment. */
class LaneIT {

    private static final long PATIENCE = Duration.ofHours(1).toNanos();
    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);
    private static final SequenceOptions TENS = SequenceOptions.DEFAULT.withBlock(10, 10);

    private static TestingServer zooKeeper;
    private static CuratorFramework client;
    private static int sequences;

    private String name;
    private AsyncTree tree;
    private Catalogue catalogue;
    private HandDrivenNode node;
    private HandDrivenNode other;

    @BeforeAll
    static void start() throws Exception {
        zooKeeper = new TestingServer();
        client = CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(100));
        client.start();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        zooKeeper.close();
    }

    @BeforeEach
    void startNodes() {
        name = "S" + ++sequences;
        tree = new AsyncTree(client, "/snowkeeper", Ids.OPEN_ACL_UNSAFE);
        catalogue = new Catalogue(tree);
        node = new HandDrivenNode(client, name);
        other = new HandDrivenNode(client, name);
    }

    private void create(SequenceMode mode, SequenceOptions options) {
        catalogue
                .create(new SequenceDefinition(name, mode, List.of(RANGE), options), Tokens.random())
                .join();
    }

    private String incarnation() {
        return tree.read(SequencePaths.name(name))
                .join()
                .orElseThrow()
                .as(NameRecord.class)
                .incarnation();
    }

    private Znode stateZnode() {
        return tree.read(SequencePaths.state(name, incarnation())).join().orElseThrow();
    }

    private SequenceRecord state() {
        return stateZnode().as(SequenceRecord.class);
    }

    private void deleteAndCreateAnew(SequenceMode mode, SequenceOptions options) {
        HandDrivenNode operator = new HandDrivenNode(client, name);
        var deleted = operator.submit(new DeleteIntent(state().next(), System.nanoTime(), PATIENCE));
        operator.settleDown();
        assertThat(deleted).isCompleted();
        create(mode, options);
    }

    private static CompletableFuture<?> configure(HandDrivenNode by, SequenceOptions options) {
        return by.submit(new ChangeIntent(
                record -> record.withOptions(OptionsRecord.of(options), record.reservations()),
                System.nanoTime(),
                PATIENCE));
    }

    // What a node has kept of a sequence that was deleted.

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

    // Lost answers.

    @Test
    void aDeletionWhoseAnswerWasLostDoesNotDeleteTheNextSequenceOfTheName() {
        create(SequenceMode.ORDERED, TENS);
        var deleted = node.submit(new DeleteIntent(OptionalLong.of(1), System.nanoTime(), PATIENCE));
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
        // The others take what was given back, up to where our block ended.
        var configured = configure(other, TENS.withBlock(9, 9));
        assertThat(other.take(9).numbers()).endsWith(10);
        assertThat(configured).isCompleted();
        var otherStopped = other.served.stop(PATIENCE);
        other.settleDown();
        assertThat(otherStopped).isCompleted();
        for (int i = 0; i <= SequenceRecord.MAX_GRANTS; i++) {
            HandDrivenNode one = new HandDrivenNode(client, name);
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
        Znode old = stateZnode();
        node.take(1);
        CompletableFuture<Grant> third = node.ask(1);
        node.runToWrite();
        node.tree.loseAnswers();
        node.run();
        node.loop.passTime();
        node.run();
        // From a server that lags behind.
        node.tree.requests().remove(0).answerBy(Optional.of(old));
        node.settleDown();
        assertThat(grant(third).first()).isEqualTo(3);
        assertThat(node.take(1).first()).isEqualTo(4);
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
    void anOrderedNumberWhoseCallerTheStopHasFailedIsPutBack() {
        create(SequenceMode.ORDERED, TENS);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        CompletableFuture<?> stopped = node.served.stop(PATIENCE);
        node.settleDown();
        assertThat(stopped).isCompleted();
        assertThat(call).isCompletedExceptionally();
        assertThat(state().taken()).isZero();
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
        Seen seen = new Seen(path, tree.read(path).join().orElseThrow().stat().getCzxid());
        var forgotten = other.submit(new ForgetKeysIntent(incarnation(), List.of(seen), System.nanoTime(), PATIENCE));
        other.settleDown();
        assertThat(forgotten).isCompleted();
        long after = answer(other, request).first();
        assertThat(after).isNotEqualTo(before);
        assertThat(answer(node, request).first()).isEqualTo(after);
    }

    private static Grant answer(HandDrivenNode by, NextRequest request) {
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

    // What one caller does to the others.

    @Test
    void aReservationThatWasNeverMadeIsUnknownAndDisturbsNobody() {
        create(SequenceMode.GAPLESS, TENS);
        node.take(1);
        var configured = node.submit(new ChangeIntent(
                record -> record.withOptions(
                        OptionsRecord.of(TENS.withReservationTime(Duration.ofSeconds(5))),
                        Reservations.nextBucket(record.reservations())),
                System.nanoTime(),
                PATIENCE));
        node.settleDown();
        assertThat(configured).isCompleted();
        for (Fate fate : List.of(Fate.CONFIRMED, Fate.CANCELLED)) {
            CompletableFuture<?> settled = node.settle(incarnation() + "-7", fate);
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
    void thousandsOfReservationsWithKeysAreCancelledAtOnce() {
        create(SequenceMode.GAPLESS, TENS);
        List<CompletableFuture<Grant>> grants = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            grants.add(node.ask(NextRequest.of(name).withKey("key " + i)));
        }
        node.settleDown();
        List<CompletableFuture<?>> settled = grants.stream()
                .<CompletableFuture<?>>map(
                        grant -> other.settle(grant.join().reservation().orElseThrow(), Fate.CANCELLED))
                .toList();
        for (int round = 0; round < 60; round++) {
            other.run();
            other.tree.answerAll();
            other.loop.passTime();
        }
        assertThat(settled).allSatisfy(answer -> assertThat(answer).isCompleted());
        assertThat(state().returned().runs()).containsExactly(new NumberRange(1, 2_500));
    }
}
