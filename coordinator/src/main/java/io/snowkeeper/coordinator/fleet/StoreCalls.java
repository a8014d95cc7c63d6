package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Calls of a store that are waited for. Their failures become {@link LeaseProblemException}s. */
final class StoreCalls {

    private final CoordinationStore store;
    private final Environment environment;

    StoreCalls(CoordinationStore store, Environment environment) {
        this.store = store;
        this.environment = environment;
    }

    /** Returns the session that requests go out on now. */
    StoreSession session() {
        try {
            return store.session();
        } catch (NoAnswerException e) {
            throw notDone(e);
        }
    }

    /** Returns the present session, whose reads from now on see every write that was done before. */
    StoreSession synced() {
        StoreSession session = session();
        await(session.sync());
        return session;
    }

    /** Returns the answer to a request. */
    <T> T await(CompletableFuture<T> answer) {
        try {
            return awaitOrRefusal(answer);
        } catch (WriteRefusedException e) {
            throw notDone(e);
        }
    }

    /**
     * Returns the answer to a write.
     *
     * @throws WriteRefusedException if it was refused because of another state
     */
    <T> T awaitOrRefusal(CompletableFuture<T> answer) {
        try {
            return environment.await(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LeaseProblemException(Kind.ZOOKEEPER_AWAY, "interrupted while waiting for ZooKeeper");
        } catch (ExecutionException e) {
            throw failure(requireNonNull(e.getCause()));
        }
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof WriteRefusedException refusal) {
            return switch (refusal.reason()) {
                case VERSION, MISSING, EXISTS, NOT_EMPTY -> refusal;
                case DENIED -> denied(refusal);
                case SESSION_MOVED, OTHER -> notDone(refusal);
            };
        }
        return cause instanceof StoreDeniedException ? denied(cause) : notDone(cause);
    }

    private static LeaseProblemException denied(Throwable e) {
        return new LeaseProblemException(Kind.DENIED, String.valueOf(e.getMessage()));
    }

    private static LeaseProblemException notDone(Throwable e) {
        return new LeaseProblemException(
                Kind.ZOOKEEPER_AWAY, "ZooKeeper did not execute the request: " + e.getMessage());
    }
}
