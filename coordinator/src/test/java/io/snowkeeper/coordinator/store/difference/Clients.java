package io.snowkeeper.coordinator.store.difference;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;
import io.snowkeeper.coordinator.store.NoAnswerException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The clients of a store, each opened when it is needed first. */
final class Clients implements AutoCloseable {

    private final Opener opener;
    private final Map<Integer, Client> opened = new TreeMap<>();

    /** A maker of clients. */
    @FunctionalInterface
    interface Opener {

        /** Returns a client whose store was not started. */
        Client open(int number) throws Exception;
    }

    Clients(Opener opener) {
        this.opener = opener;
    }

    Client client(int number) throws Exception {
        Client present = opened.get(number);
        if (present == null) {
            present = opener.open(number);
            opened.put(number, present);
            present.store().start();
            awaitConnection(present.store());
        }
        return present;
    }

    void reopen(int number) throws Exception {
        close(number);
        var unused = client(number);
    }

    private void close(int number) {
        Client present = opened.remove(number);
        if (present != null) {
            present.close();
        }
    }

    @Override
    public void close() {
        opened.values().forEach(Client::close);
        opened.clear();
    }

    /** Waits until requests are answered. */
    static void awaitConnection(CoordinationStore store) {
        await().until(() -> answers(store));
    }

    private static boolean answers(CoordinationStore store) throws InterruptedException {
        try {
            store.session().sync().get(1, TimeUnit.SECONDS);
            return true;
        } catch (NoAnswerException | ExecutionException | TimeoutException e) {
            return false;
        }
    }
}
