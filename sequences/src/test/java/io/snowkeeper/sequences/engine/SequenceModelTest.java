package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;

/** The model on a store in memory. */
class SequenceModelTest extends SequenceModel {

    private final CoordinationStore store = new MemoryEnsemble().client();

    SequenceModelTest() {
        super(120);
        store.start();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
