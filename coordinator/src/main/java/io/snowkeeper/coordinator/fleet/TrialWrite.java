package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.List;
import java.util.OptionalLong;

/**
 * A write that is never visible, since the transaction that makes a record deletes it, too. It shows whether we may
 * write, and the time by the store's clock, which only a write returns. Blocks.
 */
public final class TrialWrite {

    private static final byte[] NO_PAYLOAD = {};

    private final CoordinationStore store;
    private final Environment environment;
    private final StoreCalls calls;

    /** @param environment how callers wait, and where the record's name comes from */
    public TrialWrite(CoordinationStore store, Environment environment) {
        this.store = store;
        this.environment = environment;
        this.calls = new StoreCalls(store, environment);
    }

    /**
     * Writes below the fleet's root; if the root does not exist, the root itself.
     *
     * @return the time of the write by the store's clock in Unix milliseconds; empty if neither the root nor its parent
     *     exists, so that nothing was written
     * @throws LeaseProblemException if we may not write, or the store does not answer
     */
    public OptionalLong storeMillis() {
        StoreSession session = calls.synced();
        String path = calls.await(session.stamp("", null)).isPresent() ? name() : "";
        try {
            List<RecordStamp> stamps = calls.awaitOrRefusal(session.write(List.of(
                    new Change.Create(path, NO_PAYLOAD),
                    new Change.Set(path, NO_PAYLOAD, 0),
                    new Change.Delete(path, 1))));
            return OptionalLong.of(requireNonNull(stamps.get(1)).writtenMillis());
        } catch (WriteRefusedException e) {
            if (e.reason() == Refusal.MISSING) {
                return OptionalLong.empty();
            }
            if (e.reason() == Refusal.EXISTS && path.isEmpty()) {
                // A node has made the root meanwhile.
                return storeMillis();
            }
            throw new LeaseProblemException(
                    Kind.ZOOKEEPER_AWAY, "%s was not written: %s".formatted(store.describe(path), e.getMessage()), e);
        }
    }

    private String name() {
        return FleetPaths.TRIAL + Long.toHexString(environment.random().nextLong());
    }
}
