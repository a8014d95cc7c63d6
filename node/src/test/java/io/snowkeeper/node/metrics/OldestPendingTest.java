package io.snowkeeper.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.UnknownSequenceException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OldestPendingTest {

    private static final Instant LONG_AGO = Instant.ofEpochSecond(1_800_000_000);

    private final List<String> asked = new ArrayList<>();
    private final List<CompletableFuture<Page<PendingReservation>>> awaited = new ArrayList<>();
    private long now = Long.MAX_VALUE - 1;
    private final OldestPending oldest = new OldestPending(
            sequence -> {
                asked.add(sequence);
                CompletableFuture<Page<PendingReservation>> answer = new CompletableFuture<>();
                awaited.add(answer);
                return answer;
            },
            () -> now);

    private static SequenceUsage usage(String sequence, int pending) {
        return new SequenceUsage(sequence, SequenceMode.GAPLESS, 0, 0, 0, 0, 0, 0, 9, 0, pending, 0, Optional.empty());
    }

    private void answer(Instant... since) {
        List<PendingReservation> reservations = new ArrayList<>();
        for (Instant each : since) {
            reservations.add(new PendingReservation(
                    "r-1",
                    List.of(new NumberRange(1, 1)),
                    Optional.empty(),
                    Optional.empty(),
                    each,
                    each,
                    Optional.empty(),
                    Optional.empty()));
        }
        awaited.remove(0).complete(new Page<>(reservations, Optional.empty()));
    }

    private void waitFor(Duration time) {
        now += time.toNanos();
    }

    @Test
    void nobodyWaitsForAnAnswer() {
        assertThat(oldest.look(List.of(usage("A", 1), usage("B", 0)))).isEmpty();
        assertThat(asked).containsExactly("A");
        answer(LONG_AGO);
        assertThat(oldest.look(List.of(usage("A", 1)))).containsOnlyKeys("A").containsValue(LONG_AGO);
    }

    @Test
    void isNotAskedForAgainWithinSecondsNorBeforeTheAnswer() {
        oldest.look(List.of(usage("A", 1)));
        waitFor(Duration.ofMinutes(1));
        oldest.look(List.of(usage("A", 1)));
        assertThat(asked).hasSize(1);
        answer(LONG_AGO);
        oldest.look(List.of(usage("A", 1)));
        assertThat(asked).hasSize(2);
        answer(LONG_AGO);
        waitFor(Duration.ofMillis(4_999));
        oldest.look(List.of(usage("A", 1)));
        assertThat(asked).hasSize(2);
    }

    @Test
    void isRememberedThoughNobodyUsesTheSequence() {
        oldest.look(List.of(usage("A", 1)));
        answer(LONG_AGO);
        assertThat(oldest.look(List.of())).containsOnlyKeys("A");
        waitFor(Duration.ofSeconds(5));
        oldest.look(List.of());
        answer();
        assertThat(oldest.look(List.of())).isEmpty();
    }

    @Test
    void isAsItWasWhereItCannotBeRead() {
        oldest.look(List.of(usage("A", 1)));
        answer(LONG_AGO);
        waitFor(Duration.ofSeconds(5));
        oldest.look(List.of());
        awaited.remove(0).completeExceptionally(new SequenceUnavailableException("ZooKeeper did not answer"));
        assertThat(oldest.look(List.of())).containsOnlyKeys("A");
    }

    @Test
    void isForgottenWithTheSequence() {
        oldest.look(List.of(usage("A", 1)));
        answer(LONG_AGO);
        waitFor(Duration.ofSeconds(5));
        oldest.look(List.of());
        awaited.remove(0).completeExceptionally(new UnknownSequenceException("A"));
        assertThat(oldest.look(List.of())).isEmpty();
    }

    @Test
    void manySequencesAreLookedAtInTurn() {
        List<SequenceUsage> many = new ArrayList<>();
        for (int i = 0; i < 2 * OldestPending.MAX_LOOKS; i++) {
            many.add(usage("S" + i, 1));
        }
        oldest.look(many);
        assertThat(asked).hasSize(OldestPending.MAX_LOOKS).doesNotHaveDuplicates();
        waitFor(Duration.ofSeconds(5));
        while (!awaited.isEmpty()) {
            answer(LONG_AGO);
        }
        oldest.look(many);
        assertThat(asked).hasSize(2 * OldestPending.MAX_LOOKS).doesNotHaveDuplicates();
    }
}
