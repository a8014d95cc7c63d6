package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;

/** The scenarios on a store in memory. */
class PeriodTurnTest extends PeriodScenarios {

    private final CoordinationStore store = new MemoryEnsemble().client();

    PeriodTurnTest() {
        store.start();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
