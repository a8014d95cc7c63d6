package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.StoreListener;
import io.snowkeeper.coordinator.store.StoreState;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A retry of a store's login, some time after it was refused. */
public final class LoginRetry implements StoreListener {

    private static final Logger log = LoggerFactory.getLogger(LoginRetry.class);

    private final CoordinationStore store;
    private final ScheduledExecutorService timer;
    private final Runnable loggedIn;
    private final AtomicBoolean waiting = new AtomicBoolean();

    /**
     * @param timer where it is tried
     * @param loggedIn called when the store has another session
     */
    public LoginRetry(CoordinationStore store, ScheduledExecutorService timer, Runnable loggedIn) {
        this.store = store;
        this.timer = timer;
        this.loggedIn = loggedIn;
    }

    @Override
    public void stateChanged(StoreState state) {
        if (state != StoreState.LOGIN_REFUSED || !waiting.compareAndSet(false, true)) {
            return;
        }
        try {
            var unused = timer.schedule(this::logIn, CoordinationStore.LOGIN_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("the node stops, it does not log in again");
        }
    }

    private void logIn() {
        // Before it is tried: it may be refused at once.
        waiting.set(false);
        if (store.logInAgain()) {
            loggedIn.run();
        }
    }
}
