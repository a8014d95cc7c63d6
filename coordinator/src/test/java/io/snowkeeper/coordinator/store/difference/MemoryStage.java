package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;
import io.snowkeeper.coordinator.store.MemoryClient;
import java.util.function.Consumer;

/** A stage in memory, with another ensemble for each script. */
final class MemoryStage implements Stage {

    private final Consumer<MemoryEnsemble> preparation;
    private MemoryEnsemble ensemble;
    private Clients clients;

    MemoryStage() {
        this(ensemble -> {});
    }

    /** @param preparation applied to an ensemble before it is used */
    MemoryStage(Consumer<MemoryEnsemble> preparation) {
        this.preparation = preparation;
        this.ensemble = ensemble();
        this.clients = clientsOf(ensemble);
    }

    private MemoryEnsemble ensemble() {
        MemoryEnsemble made = new MemoryEnsemble();
        preparation.accept(made);
        return made;
    }

    private static Clients clientsOf(MemoryEnsemble ensemble) {
        return new Clients(number -> new MemoryClient(ensemble, ensemble.client()));
    }

    @Override
    public Client client(int number) throws Exception {
        return clients.client(number);
    }

    @Override
    public void reopen(int number) throws Exception {
        clients.reopen(number);
    }

    @Override
    public void clear(boolean anew) {
        close();
        ensemble = ensemble();
        clients = clientsOf(ensemble);
    }

    @Override
    public void age(String path, int version, int childrenMade) {
        ensemble.age(path, version, childrenMade);
    }

    @Override
    public void close() {
        clients.close();
    }
}
