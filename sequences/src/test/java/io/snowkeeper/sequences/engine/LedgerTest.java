package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;

/** The scenarios on a store in memory. */
class LedgerTest extends LedgerScenarios {

    private final CoordinationStore store = new MemoryEnsemble().client();

    LedgerTest() {
        store.start();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
