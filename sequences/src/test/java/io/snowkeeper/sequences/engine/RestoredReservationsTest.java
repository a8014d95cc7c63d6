package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.Backup;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where older data were put back, reservations are made that have the place of former ones. None has the name of a former one. */
class RestoredReservationsTest {

    private static final String NAME = "A";

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private CoordinationStore store;
    private SequenceStore tree;
    private ManualNode node;
    private Backup backup;

    @BeforeEach
    void backUp() {
        connect();
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(
                                NAME,
                                SequenceMode.GAPLESS,
                                List.of(new NumberRange(101, 1_000)),
                                SequenceOptions.DEFAULT),
                        Tokens.random(Environment.REAL.random()),
                        Overlap.ALLOWED)
                .join();
        backup = ensemble.backup();
    }

    private void connect() {
        store = ensemble.client();
        store.start();
        tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
        node = new ManualNode(store, NAME);
    }

    private void restore() {
        ensemble.restore(backup);
        connect();
    }

    private static String reservation(Grant grant) {
        return grant.reservation().orElseThrow();
    }

    private CompletableFuture<?> settle(ManualNode by, String reservation, Settlement settlement) {
        var done = by.settle(reservation, settlement);
        by.settleDown();
        return done;
    }

    private void assertUnknown(String reservation, Settlement settlement) {
        assertThat(settle(node, reservation, settlement))
                .as("%s %s", settlement, reservation)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(UnknownReservationException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aHolderOfBeforeIsNotTakenForTheOneWhoHasTheNumberNow(Settlement settlement) {
        Grant before = node.take(1);
        restore();
        Grant now = node.take(1);

        assertThat(now.first()).isEqualTo(before.first()).isEqualTo(101);
        assertThat(reservation(now)).isNotEqualTo(reservation(before));
        assertUnknown(reservation(before), settlement);
        assertThat(settle(node, reservation(now), Settlement.CONFIRM)).isCompleted();
        assertUnknown(reservation(before), settlement);
        assertThat(settle(node, reservation(now), Settlement.CONFIRM))
                .as("again")
                .isCompleted();
    }

    @Test
    void norByAnotherNodeThanTheOneThatHasMadeIt() {
        Grant before = node.take(1);
        restore();
        Grant now = node.take(1);
        node = new ManualNode(store, NAME);

        assertUnknown(reservation(before), Settlement.CONFIRM);
        assertThat(settle(node, reservation(now), Settlement.CONFIRM)).isCompleted();
        node = new ManualNode(store, NAME);
        assertUnknown(reservation(before), Settlement.CONFIRM);
        assertThat(settle(node, reservation(now), Settlement.CONFIRM)).isCompleted();
    }

    @Test
    void whoHasMadeASettledReservationCostsABucketAFewBytesForAllOfItsWriter() {
        for (int i = 0; i < 100; i++) {
            settle(node, reservation(node.take(1)), Settlement.CONFIRM);
        }
        String incarnation = tree.read(SequencePaths.name(NAME))
                .join()
                .orElseThrow()
                .as(NameRecord.class)
                .incarnation();
        BucketRecord bucket = tree.read(SequencePaths.pendingBucket(NAME, String.valueOf(incarnation), 0))
                .join()
                .orElseThrow()
                .as(BucketRecord.class);

        assertThat(bucket.writers()).hasSize(1).allSatisfy((writer, slots) -> {
            assertThat(writer).matches("[0-9a-z]{5}");
            assertThat(slots.runs()).containsExactly(new NumberRange(0, 99));
        });
    }
}
