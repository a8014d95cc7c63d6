package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator's view of unsettled reservations, and decisions about them. */
class SettlementIT {

    private ServingNode node;
    private ServingNode other;

    @BeforeEach
    void start() {
        String zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
        other = ServingNode.start(zooKeeper);
        node.create("A", SequenceMode.GAPLESS, new NumberRange(1, 100_000));
    }

    @AfterEach
    void stop() {
        node.closeAside();
        other.closeAside();
    }

    private Grant reserve() {
        return node.grant(NextRequest.of("A"));
    }

    private static SettleRequest decision(Optional<String> reservation, OptionalLong number, Settlement settlement) {
        return new SettleRequest("A", reservation, number, settlement, Optional.of("op"), Optional.of("misprinted"));
    }

    private static void settle(ServingNode by, Grant grant, Settlement settlement) {
        ServingNode.await(by.sequences().settle(decision(grant.reservation(), OptionalLong.empty(), settlement)));
    }

    private static void settle(ServingNode by, long number, Settlement settlement) {
        ServingNode.await(by.sequences().settle(decision(Optional.empty(), OptionalLong.of(number), settlement)));
    }

    private static Page<PendingReservation> pending(ServingNode by, Optional<String> after, int limit) {
        return ServingNode.await(by.sequences().pending("A", after, limit));
    }

    private static List<Long> numbers(Page<PendingReservation> page) {
        return page.items().stream()
                .flatMap(reservation -> reservation.numbers().stream())
                .flatMapToLong(run -> LongStream.rangeClosed(run.from(), run.to()))
                .boxed()
                .toList();
    }

    @Test
    void aVoidNumberIsNeitherPendingNorHandedOutAgain() {
        settle(other, reserve(), Settlement.VOID);
        assertThat(node.describe("A").pending()).isZero();
        assertThat(node.describe("A").returned()).isZero();
        assertThat(other.next("A")).isEqualTo(2);
    }

    @Test
    void whoMadeANumberVoidAndWhyIsInTheLog() {
        Grant grant = reserve();
        try (LogCapture log = LogCapture.ofOurs()) {
            settle(other, 1, Settlement.VOID);
            assertThat(log.lines("sequence A: reservation"))
                    .containsExactly("sequence A: reservation %s was made void by op: misprinted"
                            .formatted(grant.reservation().orElseThrow()));
        }
    }

    @Test
    void makingANumberVoidTwiceIsFine() {
        Grant grant = reserve();
        settle(node, grant, Settlement.VOID);
        settle(node, grant, Settlement.VOID);
        settle(other, grant, Settlement.VOID);
        assertThat(node.describe("A").pending()).isZero();
    }

    @Test
    void aVoidNumberIsNeitherConfirmedNorCancelled() {
        Grant grant = reserve();
        settle(node, grant, Settlement.VOID);
        String which = ": sequence=A, reservation=" + grant.reservation().orElseThrow();
        assertThatThrownBy(() -> settle(other, grant, Settlement.CONFIRM))
                .isInstanceOf(ReservationSettledException.class)
                .hasMessage("reservation cannot be confirmed, it was made void before" + which);
        assertThatThrownBy(() -> settle(other, grant, Settlement.CANCEL))
                .isInstanceOf(ReservationSettledException.class)
                .hasMessage("reservation cannot be cancelled, it was made void before" + which);
    }

    @Test
    void aConfirmedNumberIsNotMadeVoid() {
        Grant grant = reserve();
        node.confirm("A", grant);
        assertThatThrownBy(() -> settle(other, grant, Settlement.VOID))
                .isInstanceOf(ReservationSettledException.class)
                .hasMessage("reservation cannot be made void, it was confirmed before: sequence=A, reservation="
                        + grant.reservation().orElseThrow());
    }

    @Test
    void whoAsksAgainWithTheKeyOfAVoidNumberGetsAnother() {
        NextRequest request = NextRequest.of("A").withKey("invoice 17");
        settle(other, node.grant(request), Settlement.VOID);
        assertThat(node.grant(request).first()).isEqualTo(2);
        assertThat(node.describe("A").keys()).isEqualTo(1);
    }

    @Test
    void aNumberIsSettledByItselfOnAnyNode() {
        for (int i = 0; i < 4; i++) {
            reserve();
        }
        settle(other, 1, Settlement.CONFIRM);
        settle(other, 2, Settlement.CANCEL);
        settle(node, 3, Settlement.VOID);
        assertThat(numbers(pending(node, Optional.empty(), 10))).containsExactly(4L);
        assertThat(node.grant(NextRequest.of("A", 2)).numbers()).containsExactly(2, 5);
    }

    @Test
    void aNumberThatCameBackIsFoundUnderWhomItIsReservedNow() {
        Grant first = reserve();
        for (int i = 0; i < 1_100; i++) {
            node.confirm("A", reserve());
        }
        node.cancel("A", first);
        Grant again = reserve();
        assertThat(again.first()).isEqualTo(1);
        settle(other, 1, Settlement.CONFIRM);
        node.confirm("A", again);
    }

    @Test
    void oneOfSeveralNumbersIsNotSettledByItself() {
        Grant grant = node.grant(NextRequest.of("A", 3));
        assertThatThrownBy(() -> settle(node, 2, Settlement.VOID))
                .isInstanceOf(UnknownReservationException.class)
                .hasMessage(
                        "the number is one of 3 that are reserved together, and settled together: sequence=A, number=2; settle reservation "
                                + grant.reservation().orElseThrow());
    }

    @Test
    void aNumberThatIsNotPendingIsNotSettled() {
        settle(node, reserve().first(), Settlement.VOID);
        reserve();
        for (long number : new long[] {1, 3, 100_001}) {
            assertThatThrownBy(() -> settle(node, number, Settlement.CONFIRM))
                    .isInstanceOf(UnknownReservationException.class)
                    .hasMessage(
                            "no pending reservation has this number, it is settled already or was never handed out: sequence=A, number="
                                    + number);
        }
    }

    @Test
    void aPendingReservationTellsItsNumbersAndWhoHasAskedWithWhichKeyAndWhen() {
        Grant grant = node.grant(NextRequest.of("A", 2).withKey("invoice 17").by("billing"));
        reserve();
        List<PendingReservation> pending = pending(other, Optional.empty(), 10).items();
        PendingReservation first = pending.get(0);
        assertThat(first.reservation()).isEqualTo(grant.reservation().orElseThrow());
        assertThat(first.numbers()).containsExactly(new NumberRange(1, 2));
        assertThat(first.key()).contains("invoice 17");
        assertThat(first.subject()).contains("billing");
        assertThat(Duration.between(first.since(), first.due())).isEqualTo(SequenceOptions.DEFAULT.reservationTime());
        assertThat(pending.get(1).key()).isEmpty();
        assertThat(pending.get(1).subject()).isEmpty();
    }

    @Test
    void allThatIsPendingIsListedInTheOrderItWasMadePageByPage() {
        List<CompletionStage<Grant>> stages = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            stages.add(node.sequences().next(NextRequest.of("A")));
        }
        List<Grant> grants = stages.stream().map(ServingNode::await).toList();
        List<Long> expected = new ArrayList<>();
        for (Grant grant : grants) {
            // The second bucket is settled as a whole.
            if (grant.first() % 3 == 0 || (grant.first() > 512 && grant.first() <= 1_024)) {
                node.confirm("A", grant);
            } else {
                expected.add(grant.first());
            }
        }
        for (int round = 0; round < 2; round++) {
            List<Long> listed = new ArrayList<>();
            Optional<String> after = Optional.empty();
            do {
                Page<PendingReservation> page = pending(other, after, 300);
                assertThat(page.items()).hasSizeLessThanOrEqualTo(300);
                listed.addAll(numbers(page));
                after = page.next();
            } while (after.isPresent());
            assertThat(listed).isEqualTo(expected);
        }
    }

    @Test
    void aPageThatHoldsAllHasNoNext() {
        reserve();
        reserve();
        assertThat(pending(node, Optional.empty(), 2).next()).isEmpty();
        assertThat(pending(node, Optional.empty(), 1).next()).isPresent();
    }

    @Test
    void aPageGoesOnAfterAReservationThatIsSettledMeanwhile() {
        reserve();
        Grant second = reserve();
        reserve();
        Optional<String> after = pending(node, Optional.empty(), 2).next();
        node.confirm("A", second);
        assertThat(numbers(pending(node, after, 2))).containsExactly(3L);
    }

    @Test
    void whatIsNoPageIsRefused() {
        assertThatThrownBy(() -> pending(node, Optional.empty(), 1_001)).isInstanceOf(InvalidSequenceException.class);
        assertThatThrownBy(() -> pending(node, Optional.of("x-1"), 1))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("after must be a reservation of the sequence: sequence=A, after=x-1");
        assertThatThrownBy(() -> ServingNode.await(node.sequences().pending("B", Optional.empty(), 1)))
                .isInstanceOf(UnknownSequenceException.class);
        node.create("B", SequenceMode.ORDERED, new NumberRange(1, 9));
        assertThatThrownBy(() -> ServingNode.await(node.sequences().pending("B", Optional.empty(), 1)))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage("only gapless sequences have pending reservations: sequence=B, mode=ordered");
    }
}
