package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.memory.Request.Kind;

/** The faults of a connection, and of the server at its other end. Guarded by the ensemble. */
final class Faults {

    boolean cut;
    boolean held;
    boolean loginRefused;
    Lag lag = Lag.NONE;

    /** How many writes pass before one is lost or delayed. */
    int writesToPass;

    int requestsToLose;
    int requestsToDelay;
    int answersToLose;

    /** The event by which a server that lags catches up. */
    enum Lag {
        NONE,
        UNTIL_SYNC,
        UNTIL_CONFIRMED;

        boolean endsBy(Kind kind) {
            return kind != Kind.READ && !(kind == Kind.SYNC && this == UNTIL_CONFIRMED);
        }
    }

    void clear() {
        cut = false;
        held = false;
        loginRefused = false;
        lag = Lag.NONE;
        writesToPass = 0;
        requestsToLose = 0;
        requestsToDelay = 0;
        answersToLose = 0;
    }

    /** Returns whether a write is one of those that pass. */
    boolean passes() {
        return writesToPass > 0 && writesToPass-- > 0;
    }

    boolean losesRequest() {
        return requestsToLose > 0 && requestsToLose-- > 0;
    }

    boolean delaysRequest() {
        return requestsToDelay > 0 && requestsToDelay-- > 0;
    }

    boolean losesAnswer() {
        return answersToLose > 0 && answersToLose-- > 0;
    }
}
