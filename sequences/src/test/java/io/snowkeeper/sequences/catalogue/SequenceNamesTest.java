package io.snowkeeper.sequences.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SequenceNamesTest {

    private final SequenceStore tree =
            new SequenceStore(new MemoryEnsemble().client(), new ServedFleet(Optional::empty), Environment.REAL) {
                @Override
                public CompletableFuture<Optional<RecordStamp>> stampLatest(String path) {
                    return CompletableFuture.completedFuture(
                            Optional.of(new RecordStamp(0, 1, 1, 1, 0, 0, 0, 100_000, 0)));
                }
            };

    @Test
    void aConnectionThatCannotBeOpenedFailsEveryoneWhoAsks() {
        BulkConnection bulk = new BulkConnection(
                () -> {
                    throw new IllegalArgumentException("the file is just being written");
                },
                unused -> tree);
        SequenceNames names = new SequenceNames(tree, bulk);
        for (int i = 0; i < 3; i++) {
            assertThat(names.latest())
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(NoAnswerException.class)
                    .withMessageContaining("the file is just being written");
        }
    }
}
