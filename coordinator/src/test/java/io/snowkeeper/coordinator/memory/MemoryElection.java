package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.Election;
import org.jspecify.annotations.Nullable;

/** An election's candidate in memory. The candidate that has waited longest is elected. */
final class MemoryElection implements Election {

    private final MemoryEnsemble ensemble;
    private final Connection connection;
    private final String path;
    private @Nullable MemorySession session;
    private boolean entered;
    private boolean closed;
    private boolean elected;

    MemoryElection(MemoryEnsemble ensemble, Connection connection, String path) {
        this.ensemble = ensemble;
        this.connection = connection;
        this.path = path;
    }

    @Override
    public void enter() {
        ensemble.run(() -> {
            if (!entered && !closed) {
                entered = true;
                connection.add(this);
            }
        });
    }

    @Override
    public boolean isElected() {
        return ensemble.call(() -> elected);
    }

    /** It passes no candidate over. */
    @Override
    public void check() {}

    @Override
    public void close() {
        ensemble.run(() -> {
            closed = true;
            elected = false;
            connection.remove(this);
            MemorySession last = session;
            if (last != null) {
                var unused = last.ask(() -> ensemble.leave(path, this));
            }
        });
    }

    /** Takes part with this session, which has a connection. Guarded by the ensemble. */
    void join(MemorySession connected) {
        session = connected;
        var unused = connected.ask(() -> ensemble.join(path, this, connected.id()));
    }

    /** Knows no more whether it is elected. Guarded by the ensemble. */
    void doubt() {
        elected = false;
    }

    /** Called by the ensemble when it is elected. Guarded by it. */
    void elect(long candidate) {
        MemorySession told = session;
        connection.arrives(() -> ensemble.run(
                () -> elected = !closed && told != null && told.id() == candidate && connection.isConnectedBy(told)));
    }
}
