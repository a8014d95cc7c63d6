package io.snowkeeper.coordinator.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store that several parts of one process share: one connection and one session, opened with the first part and closed with the last.
 * Each part has a {@link #share} of it, which it starts and closes as a store of its own. Thread-safe.
 */
public final class SharedStore {

    private static final Logger log = LoggerFactory.getLogger(SharedStore.class);

    private final Supplier<? extends CoordinationStore> opener;

    /** The store that is shared now. Guarded by this. */
    private @Nullable Opened opened;

    /** @param opener makes a store that is not started yet */
    public SharedStore(Supplier<? extends CoordinationStore> opener) {
        this.opener = opener;
    }

    /** Returns a share that is not started yet. Throws as the opener does. */
    public synchronized CoordinationStore share() {
        Opened present = opened;
        if (present == null) {
            present = new Opened(opener.get());
            opened = present;
        }
        present.shares++;
        return new Share(present);
    }

    /** The store from its first share to its last. Its fields are guarded by itself, but for the number of shares. */
    private static final class Opened {

        private final CoordinationStore store;
        private final List<Share> started = new ArrayList<>();
        private @Nullable StoreState connection;
        private @Nullable StoreState login;
        private boolean logsInAgain;
        private boolean begun;

        /** Guarded by the outer object. */
        private int shares;

        Opened(CoordinationStore store) {
            this.store = store;
            store.listen(this::stateChanged);
        }

        private synchronized void stateChanged(StoreState state) {
            if (state.isOfConnection()) {
                connection = state;
            } else {
                login = state;
                logsInAgain = false;
            }
            List.copyOf(started).forEach(share -> share.tell(state));
        }

        /** Notifies a share of the states before its start that still matter. */
        synchronized void start(Share share) {
            if (!begun) {
                begun = true;
                started.add(share);
                store.start();
                return;
            }
            if (login != null) {
                share.tell(login);
            }
            if (connection != null && connection.isConnected()) {
                share.tell(StoreState.CONNECTED);
            }
            started.add(share);
        }

        /** All shares hear of one refused login, and one of them tries again. */
        synchronized boolean logInAgain() {
            if (login != StoreState.LOGIN_REFUSED || logsInAgain) {
                return false;
            }
            // Before: the answer may come before the call returns.
            logsInAgain = true;
            boolean done = store.logInAgain();
            if (!done) {
                logsInAgain = false;
            }
            return done;
        }

        synchronized void forget(Share share) {
            started.remove(share);
        }
    }

    /** Gives a share back. Returns whether it was the last one. */
    private synchronized boolean giveBack(Opened of) {
        of.shares--;
        boolean last = of.shares == 0;
        if (last) {
            opened = null;
        }
        return last;
    }

    /** A part's share. */
    private final class Share implements CoordinationStore {

        private final Opened of;
        private final List<StoreListener> listeners = new ArrayList<>();
        private volatile Phase phase = Phase.LATENT;

        private enum Phase {
            LATENT,
            STARTED,
            CLOSED
        }

        Share(Opened of) {
            this.of = of;
        }

        void tell(StoreState state) {
            try {
                listeners.forEach(listener -> listener.stateChanged(state));
            } catch (RuntimeException | Error e) {
                log.error("a listener failed when the connection to the store became {}", state, e);
            }
        }

        @Override
        public void start() {
            synchronized (of) {
                if (phase == Phase.CLOSED) {
                    return;
                }
                phase = Phase.STARTED;
                of.start(this);
            }
        }

        @Override
        public void listen(StoreListener listener) {
            synchronized (of) {
                listeners.add(listener);
            }
        }

        @Override
        public StoreSession session() {
            if (phase != Phase.STARTED) {
                throw new NoAnswerException("the connection is not opened, or closed");
            }
            return of.store.session();
        }

        @Override
        public CompletableFuture<EphemeralRecord> createEphemeral(String prefix, byte[] payload) {
            return of.store.createEphemeral(prefix, payload);
        }

        @Override
        public Election election(String path, String candidate) {
            return of.store.election(path, candidate);
        }

        @Override
        public long maxWriteBytes() {
            return of.store.maxWriteBytes();
        }

        @Override
        public long sizeOf(List<Change> changes) {
            return of.store.sizeOf(changes);
        }

        @Override
        public CompletableFuture<List<String>> openRecords(List<String> paths) {
            return of.store.openRecords(paths);
        }

        @Override
        public String describe(String path) {
            return of.store.describe(path);
        }

        @Override
        public Optional<String> diagnose() {
            return of.store.diagnose();
        }

        @Override
        public boolean logInAgain() {
            return of.logInAgain();
        }

        @Override
        public void close() {
            synchronized (of) {
                if (phase == Phase.CLOSED) {
                    return;
                }
                phase = Phase.CLOSED;
                of.forget(this);
            }
            if (giveBack(of)) {
                of.store.close();
            }
        }
    }
}
