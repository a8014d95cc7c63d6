package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.CoordinationStoreContract;

/** The store's promises, kept in memory. */
class MemoryStoreTest extends CoordinationStoreContract {

    private final MemoryEnsemble ensemble = new MemoryEnsemble();

    @Override
    protected Client open() {
        return new MemoryClient(ensemble, ensemble.client());
    }

    private record MemoryClient(MemoryEnsemble ensemble, MemoryStore store) implements Client {

        @Override
        public void close() {
            store.heal();
            store.close();
        }

        @Override
        public void cut() {
            store.cut();
        }

        @Override
        public void heal() {
            store.heal();
        }

        @Override
        public void expireSession() {
            ensemble.expire(store.session().id());
        }

        @Override
        public void loseAnswerToWrite() {
            store.loseAnswers(1);
        }

        @Override
        public void loseAnswerToEphemeral() {
            store.loseAnswers(1);
        }
    }
}
