package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.sequences.record.SequencePaths;
import org.junit.jupiter.api.Test;

/** The scenarios on a store in memory. */
class RangeRegistryTest extends RangeRegistryScenarios {

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final CoordinationStore store = ensemble.client();

    RangeRegistryTest() {
        store.start();
    }

    @Override
    CoordinationStore store() {
        return store;
    }

    /** The error has to name the sequence whose ranges overlap, not a foreign znode that is denied. */
    @Test
    void aSequenceThatIsDeniedHasWhatItHasClaimed() {
        create("A", range(1, 100));
        ensemble.deny(SequencePaths.state("A", catalogue.counted("A").join().incarnation()));
        assertRefused("B", "overlaps 1-100 of sequence A", range(100, 200));
        create("B", range(101, 200));
        ensemble.deny(SequencePaths.name("A"));
        assertRefused("C", "overlaps 1-100 of sequence A", range(1, 1));
    }
}
