package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;

/** The scenarios on a store in memory. */
class RangeRegistryTest extends RangeRegistryScenarios {

    private final CoordinationStore store = new MemoryEnsemble().client();

    RangeRegistryTest() {
        store.start();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
