package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.record.SequencePaths;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store does a write, and the node does not hear of it before others have done something. */
class LostAnswerTest {

    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);

    private final ManualFleet fleet = new ManualFleet();
    private final StoredSequences node = fleet.node;
    private final StoredSequences other = fleet.other;
    private final MemoryStore store = fleet.stores.get(0);

    @AfterEach
    void stop() {
        fleet.close();
    }

    private void create(SequenceMode mode, SequenceOptions options) {
        get(other.create(new SequenceDefinition("A", mode, List.of(RANGE), options)));
    }

    private <T> T get(CompletionStage<T> answer) {
        return fleet.get(answer);
    }

    private long next(StoredSequences by) {
        return get(by.next(NextRequest.of("A"))).first();
    }

    private long next(StoredSequences by, String key) {
        return get(by.next(NextRequest.of("A").withKey(key))).first();
    }

    private SequenceDescription describe() {
        return get(other.describe("A"));
    }

    private SequenceUsage usage() {
        return node.usage().get(0);
    }

    /** Has the node ask, and rest after its answer was lost. */
    private <T> CompletableFuture<T> loseTheAnswer(CompletionStage<T> asked) {
        fleet.loop.runReady();
        assertThat(asked.toCompletableFuture()).isNotDone();
        return asked.toCompletableFuture();
    }

    private CompletableFuture<Grant> askAndLoseTheAnswer(NextRequest request) {
        long taken = describe().taken();
        store.loseAnswers(1);
        CompletableFuture<Grant> answer = loseTheAnswer(node.next(request));
        assertThat(taken(other)).isGreaterThan(taken);
        return answer;
    }

    /** Returns the known figure without a pause, in which the node would go on. */
    private static long taken(StoredSequences by) {
        return ServingNode.await(by.describe("A")).taken();
    }

    private void goOn() {
        fleet.wait(Duration.ofMillis(100));
    }

    @ParameterizedTest
    @EnumSource(
            value = SequenceMode.class,
            names = {"ORDERED", "GAPLESS"})
    void theNumbersAreFoundThoughOthersHaveTakenNumbersSince(SequenceMode mode) {
        create(mode, SequenceOptions.DEFAULT);
        assertThat(next(node)).isEqualTo(1);
        CompletableFuture<Grant> answer = askAndLoseTheAnswer(NextRequest.of("A", 3));
        for (int i = 5; i < 50; i++) {
            assertThat(ServingNode.await(other.next(NextRequest.of("A"))).first())
                    .isEqualTo(i);
        }
        assertThat(answer).isNotDone();
        goOn();
        assertThat(ServingNode.await(answer).numbers()).containsExactly(2, 3, 4);
    }

    @Test
    void aBlockWhoseAnswerWasLostIsUsed() {
        create(SequenceMode.BLOCK, SequenceOptions.DEFAULT.withBlock(1, 1));
        assertThat(next(node)).isEqualTo(1);
        assertThat(describe().taken()).isEqualTo(2);
        assertThat(usage().blocks()).isEqualTo(2);
        store.loseAnswers(1);
        assertThat(ServingNode.await(node.next(NextRequest.of("A"))).first()).isEqualTo(2);
        CompletableFuture<Grant> answer = loseTheAnswer(node.next(NextRequest.of("A")));
        assertThat(taken(other)).isEqualTo(3);
        goOn();
        assertThat(ServingNode.await(answer).first()).isEqualTo(3);
    }

    @Test
    void anOrderedNumberThatNobodyWaitsForAnyMoreIsGivenUp() {
        create(SequenceMode.ORDERED, SequenceOptions.DEFAULT);
        assertThat(next(node)).isEqualTo(1);
        CompletableFuture<Grant> gone = askAndLoseTheAnswer(NextRequest.of("A", 5));
        CompletableFuture<Grant> waiting = loseTheAnswer(node.next(NextRequest.of("A", 5)));
        gone.cancel(false);
        goOn();
        assertThat(ServingNode.await(waiting).numbers()).containsExactly(7, 8, 9, 10, 11);
        assertThat(usage().lost()).isEqualTo(5);
        assertThat(next(node)).isEqualTo(12);
    }

    @ParameterizedTest
    @EnumSource(
            value = SequenceMode.class,
            names = {"ORDERED", "GAPLESS"})
    void aRetryWithTheKeyOnAnotherNodeGetsTheNumberThatTheFirstTryTook(SequenceMode mode) {
        create(mode, SequenceOptions.DEFAULT);
        // So that nothing is to be read before the write whose answer is lost.
        List<String> keys = keysOfOneBucket(3);
        next(node, keys.get(0));
        next(node, keys.get(1));
        store.loseAnswers(1);
        NextRequest request = NextRequest.of("A").withKey(keys.get(2));
        loseTheAnswer(node.next(request));
        assertThat(ServingNode.await(other.describe("A")).keys()).isEqualTo(3);
        assertThat(ServingNode.await(other.next(request)).first()).isEqualTo(3);
        goOn();
        assertThat(next(node, keys.get(2))).isEqualTo(3);
    }

    private static List<String> keysOfOneBucket(int count) {
        String bucket = SequencePaths.parent(SequencePaths.key("A", "x", "key 0"));
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key " + i)
                .filter(key ->
                        SequencePaths.parent(SequencePaths.key("A", "x", key)).equals(bucket))
                .limit(count)
                .toList();
    }

    @Test
    void aConfirmationWhoseAnswerWasLostIsFound() {
        create(SequenceMode.GAPLESS, SequenceOptions.DEFAULT);
        get(node.confirm("A", get(node.next(NextRequest.of("A"))).reservation().orElseThrow()));
        Grant grant = get(node.next(NextRequest.of("A")));
        store.loseAnswers(1);
        var confirmed = loseTheAnswer(node.confirm("A", grant.reservation().orElseThrow()));
        assertThat(ServingNode.await(other.describe("A")).pending()).isZero();
        goOn();
        assertThat(confirmed).isCompleted();
    }
}
