package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SequenceFullException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GaplessSequenceIT {

    private static final NumberRange RANGE = new NumberRange(1, 100_000);

    private static final SequenceOptions RETURNING =
            SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(1)).withAtExpiry(AtExpiry.RETURN);

    private ServingNode node;
    private ServingNode other;

    @BeforeEach
    void start() {
        String zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
        other = ServingNode.start(zooKeeper);
        node.create("A", SequenceMode.GAPLESS, RANGE);
    }

    @AfterEach
    void stop() {
        node.closeAside();
        other.closeAside();
    }

    private Grant reserve() {
        return node.grant(NextRequest.of("A"));
    }

    @Test
    void aCancelledNumberIsHandedOutBeforeAnyNewOneOnEveryNode() {
        reserve();
        Grant second = reserve();
        reserve();
        node.cancel("A", second);
        assertThat(other.next("A")).isEqualTo(2);
        assertThat(other.next("A")).isEqualTo(4);
    }

    @Test
    void theLowestOfTheNumbersThatCameBackIsHandedOutFirst() {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            grants.add(reserve());
        }
        for (int index : new int[] {7, 2, 5}) {
            other.cancel("A", grants.get(index));
        }
        assertThat(node.grant(NextRequest.of("A", 4)).numbers()).containsExactly(3, 6, 8, 11);
    }

    @Test
    void aConfirmedNumberIsNeverHandedOutAgain() {
        node.confirm("A", reserve());
        assertThat(other.next("A")).isEqualTo(2);
        assertThat(other.describe("A").pending()).isEqualTo(1);
    }

    @Test
    void aNumberMayBeConfirmedOnAnotherNode() {
        other.confirm("A", reserve());
        assertThat(node.describe("A").pending()).isZero();
    }

    @Test
    void confirmingTwiceIsFine() {
        Grant grant = reserve();
        node.confirm("A", grant);
        node.confirm("A", grant);
        other.confirm("A", grant);
        assertThat(node.describe("A").pending()).isZero();
    }

    @Test
    void aConfirmedNumberIsNotCancelled() {
        Grant grant = reserve();
        node.confirm("A", grant);
        assertThatThrownBy(() -> other.cancel("A", grant))
                .isInstanceOf(ReservationSettledException.class)
                .hasMessage("reservation cannot be cancelled, it was confirmed before: sequence=A, reservation="
                        + grant.reservation().orElseThrow());
    }

    @Test
    void aCancelledNumberIsNotConfirmedThoughItWasHandedOutAgain() {
        Grant grant = reserve();
        node.cancel("A", grant);
        Grant again = other.grant(NextRequest.of("A"));
        assertThat(again.first()).isEqualTo(grant.first());
        assertThatThrownBy(() -> node.confirm("A", grant))
                .isInstanceOf(ReservationSettledException.class)
                .hasMessage("reservation cannot be confirmed, it was cancelled before, and its numbers were put back:"
                        + " sequence=A, reservation=" + grant.reservation().orElseThrow());
        node.confirm("A", again);
    }

    @Test
    void aNumberThatIsNotConfirmedInTimeIsHandedOutAgainAndItsFormerHolderIsRefused() {
        configure(RETURNING);
        Grant grant = reserve();
        await().until(() -> node.describe("A").returned() == 1);
        Grant again = other.grant(NextRequest.of("A"));
        assertThat(again.first()).isEqualTo(grant.first());
        assertThatThrownBy(() -> node.confirm("A", grant))
                .isInstanceOf(ReservationSettledException.class)
                .hasMessage("reservation cannot be confirmed, its time was up, and its numbers were put back:"
                        + " sequence=A, reservation=" + grant.reservation().orElseThrow());
    }

    @Test
    void aReservationThatNobodyMadeIsUnknown() {
        String incarnation = reserve().reservation().orElseThrow().split("-")[0];
        for (String reservation : List.of("", "17", "abc-0", incarnation + "-1", incarnation + "-x")) {
            assertThatThrownBy(() -> ServingNode.await(other.sequences().confirm("A", reservation)))
                    .isInstanceOf(UnknownReservationException.class)
                    .hasMessage("sequence A has no such reservation, or it was settled too long ago to be remembered:"
                            + " reservation=" + reservation);
        }
    }

    @Test
    void onlyGaplessNumbersAreConfirmed() {
        node.create("B", SequenceMode.ORDERED, RANGE);
        assertThatThrownBy(() -> ServingNode.await(node.sequences().confirm("B", "x-1")))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage("only numbers of gapless sequences are confirmed or cancelled: sequence=B, mode=ordered");
    }

    @Test
    void moreReservationsThanMayBeUnconfirmedAreRefused() {
        configure(SequenceOptions.DEFAULT.withMaxPending(2));
        Grant first = reserve();
        reserve();
        assertThatThrownBy(() -> other.next("A"))
                .isInstanceOf(SequenceFullException.class)
                .hasMessage(
                        "sequence A has 2 unconfirmed reservations, its limit: they are held until they are settled; confirm, cancel or make void some, or raise max_pending");
        node.confirm("A", first);
        assertThat(other.next("A")).isEqualTo(3);
    }

    @Test
    void numbersThatACallerDidNotWaitForComeBackAtOnce() {
        Grant first = reserve();
        for (int i = 0; i < 50; i++) {
            CompletableFuture<Grant> call =
                    node.sequences().next(NextRequest.of("A")).toCompletableFuture();
            if (!call.cancel(false)) {
                // It was answered before, and counts as if it had been waited for.
                node.cancel("A", call.join());
            }
        }
        // Comes after them: their reservations are still pending then.
        node.confirm("A", first);
        await().until(() -> node.describe("A").pending() == 0);
        assertThat(other.next("A")).isEqualTo(2);
    }

    private void configure(SequenceOptions options) {
        ServingNode.await(node.sequences().configure("A", options));
    }

    @Test
    void manyHoldersWhoSometimesCancelLeaveNoHole() throws Exception {
        node.create(new SequenceDefinition("M", SequenceMode.GAPLESS, List.of(RANGE), SequenceOptions.DEFAULT));
        List<Long> confirmed = Callers.run(16, caller -> {
                    ServingNode mine = caller % 2 == 0 ? node : other;
                    List<Long> numbers = new ArrayList<>();
                    for (int i = 0; numbers.size() < 50; i++) {
                        Grant grant = mine.grant(NextRequest.of("M"));
                        if (i % 3 == 0) {
                            mine.cancel("M", grant);
                        } else {
                            mine.confirm("M", grant);
                            numbers.add(grant.first());
                        }
                    }
                    return numbers;
                })
                .stream()
                .flatMap(List::stream)
                .sorted()
                .toList();
        assertThat(confirmed).doesNotHaveDuplicates().hasSize(800);
        assertThat(node.describe("M").pending()).isZero();
        // Unconfirmed numbers have come back: those above 800 that were taken for a while.
        long returned = node.describe("M").returned();
        assertThat(confirmed.get(799) - returned).isLessThanOrEqualTo(800);
        assertThat(node.describe("M").taken()).isEqualTo(800 + returned);
    }
}
