package io.snowkeeper.sequences.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.engine.ManualExecutor;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The remains of a deleted sequence with 2,000 reservations, on servers that accept much, little, and nearly nothing.
 */
class RemainsRemovalTest {

    private static final int RESERVATIONS = 2_000;
    private static final int IN_BUCKET = 512;

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final MemoryStore store = ensemble.client();
    private final ManualExecutor thread = new ManualExecutor();
    private final BulkConnection bulk = new BulkConnection(() -> store, opened -> new LimitedTree());
    private final RemainsRemoval removal = new RemainsRemoval(bulk, thread);

    /** How many changes make a write that is refused as a whole. */
    private int refusedFrom = Integer.MAX_VALUE;

    private final class LimitedTree extends SequenceStore {

        LimitedTree() {
            super(store, new ServedFleet(Optional::empty), Environment.REAL);
        }

        @Override
        public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
            return changes.size() < refusedFrom
                    ? super.write(changes)
                    : CompletableFuture.failedFuture(
                            new WriteRefusedException(WriteRefusedException.WHOLE, Refusal.OTHER, "too much"));
        }
    }

    @BeforeEach
    void leaveRemains() {
        store.start();
        assertThat(store.session().ensure("")).isCompleted();
        ensemble.put(SequencePaths.SEQUENCES, new byte[0]);
        ensemble.put(SequencePaths.name("A"), PayloadCodec.encode(new NameRecord(null)));
        ensemble.put(SequencePaths.incarnation("A", "i"), new byte[0]);
        ensemble.put(SequencePaths.pending("A", "i"), new byte[0]);
        for (int i = 0; i < RESERVATIONS; i++) {
            if (i % IN_BUCKET == 0) {
                ensemble.put(SequencePaths.pendingBucket("A", "i", i / IN_BUCKET), new byte[0]);
            }
            ensemble.put(SequencePaths.pendingEntry("A", "i", i), new byte[0]);
        }
    }

    @AfterEach
    void stop() {
        removal.stop();
        bulk.close();
    }

    private void sweep() {
        removal.begin("A");
        thread.runReady();
    }

    private boolean isGone() {
        return ensemble.record(SequencePaths.name("A")).isEmpty();
    }

    @Test
    void oneSweepRemovesAll() {
        sweep();

        assertThat(isGone()).isTrue();
    }

    @Test
    void serversThatTakeLittleBreakTheConnectionOnceForEachHalving() {
        ensemble.takeWrites(8 * 1024);

        for (int sweeps = 1; sweeps <= 2; sweeps++) {
            sweep();
            assertThat(isGone()).as("after %d sweeps", sweeps).isFalse();
        }
        sweep();

        assertThat(isGone()).isTrue();
    }

    @Test
    void whatIsRefusedAsAWholeIsRemovedInPartsByTheSameSweep() {
        refusedFrom = 30;

        sweep();

        assertThat(isGone()).isTrue();
    }

    @Test
    void aDeletionThatIsRefusedByItselfIsTriedAgain() {
        refusedFrom = 1;
        sweep();
        assertThat(isGone()).isFalse();

        refusedFrom = 2;
        sweep();

        assertThat(isGone()).isTrue();
    }

    @Test
    void serversThatTakeOneDeletionAtOnceAreLeftNothing() {
        ensemble.takeWrites(100);

        for (int sweeps = 0; sweeps < 9; sweeps++) {
            sweep();
        }

        assertThat(isGone()).isTrue();
    }

    @Test
    void aConnectionThatBreaksOnOneDeletionIsTriedAgain() {
        ensemble.takeWrites(10);
        for (int sweeps = 0; sweeps < 20; sweeps++) {
            sweep();
        }
        assertThat(isGone()).isFalse();

        ensemble.takeWrites(100);
        sweep();

        assertThat(isGone()).isTrue();
    }
}
