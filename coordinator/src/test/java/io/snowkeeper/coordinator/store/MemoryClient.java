package io.snowkeeper.coordinator.store;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;

/** A client of an ensemble in memory, to hold to the contract. */
public record MemoryClient(MemoryEnsemble ensemble, MemoryStore store) implements Client {

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
