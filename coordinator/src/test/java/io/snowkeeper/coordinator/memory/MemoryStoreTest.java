package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.coordinator.store.MemoryClient;

/** The store's promises, kept in memory. */
class MemoryStoreTest extends CoordinationStoreContract {

    private final MemoryEnsemble ensemble = new MemoryEnsemble();

    @Override
    protected Client open() {
        return new MemoryClient(ensemble, ensemble.client());
    }
}
