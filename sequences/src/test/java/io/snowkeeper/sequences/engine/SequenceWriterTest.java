package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;

/** The scenarios on a store in memory. */
class SequenceWriterTest extends SequenceWriterScenarios {

    private final CoordinationStore store = new MemoryEnsemble().client();

    SequenceWriterTest() {
        store.start();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
