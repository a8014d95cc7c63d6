package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.coordinator.store.MemoryClient;
import io.snowkeeper.coordinator.store.SharedStore;

/** The store's promises, kept by a share of one. */
class SharedMemoryStoreTest extends CoordinationStoreContract {

    private final MemoryEnsemble ensemble = new MemoryEnsemble();

    @Override
    protected Client open() {
        MemoryStore store = ensemble.client();
        return new SharedClient(new SharedStore(() -> store).share(), new MemoryClient(ensemble, store));
    }

    /** A share, with all faults of the store. */
    private record SharedClient(CoordinationStore store, MemoryClient client) implements Client {

        @Override
        public void close() {
            client.heal();
            store.close();
        }

        @Override
        public void cut() {
            client.cut();
        }

        @Override
        public void heal() {
            client.heal();
        }

        @Override
        public void expireSession() {
            client.expireSession();
        }

        @Override
        public void loseAnswerToWrite() {
            client.loseAnswerToWrite();
        }

        @Override
        public void loseAnswerToEphemeral() {
            client.loseAnswerToEphemeral();
        }
    }
}
