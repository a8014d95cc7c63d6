package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.loadtest.chaos.check.Violations;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;

/**
 * How far a restore is, for the clients of sequences and the operator. Once all nodes are stopped, clients finish their
 * steps, so that all their numbers are in their ledgers. From then on, until the operator runs
 * {@code recover --confirm}, no number may be handed out or settled. Thread-safe.
 */
final class RestoreGate {

    private static final Set<String> ABOUT_NUMBERS =
            Set.of("sequence_next", "sequence_confirm", "sequence_cancel", "sequence_void");

    private final BooleanSupplier stopping;
    private final Violations violations;

    /** Shared by steps of clients. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private volatile Phase phase = Phase.SERVED;

    private enum Phase {
        SERVED,
        /** Clients end their steps. */
        STOPPED,
        /** Nodes refuse all that is about numbers. */
        CLOSED,
        /** Nodes may serve at any moment. */
        RECOVERING
    }

    /** Something that a client does. */
    interface Step {

        /** Returns how many nanoseconds to wait before the next one. */
        long run() throws IOException;
    }

    /** @param stopping whether clients are to end */
    RestoreGate(BooleanSupplier stopping, Violations violations) {
        this.stopping = stopping;
        this.violations = violations;
    }

    /** Returns whether clients are to end. */
    boolean isStopping() {
        return stopping.getAsBoolean();
    }

    /** Returns whether a client's step is not to be tried again. */
    boolean isGivingUp() {
        return isStopping() || phase == Phase.STOPPED;
    }

    /** Returns whether no restore is being seen to. */
    boolean isServed() {
        return phase == Phase.SERVED;
    }

    /** Does a step, once that may be done. */
    long run(Step step) throws IOException {
        lock.readLock().lock();
        try {
            return step.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** A node has answered. */
    void answered(ObjectNode request, JsonNode answer) {
        if (phase == Phase.CLOSED
                && SequenceCalls.errorCode(answer) == 0
                && ABOUT_NUMBERS.contains(request.path("type").asText())) {
            violations.add(
                    "no sequence may be served after a restore before an operator has recovered it: %s was answered %s"
                            .formatted(request, answer));
        }
    }

    /**
     * All nodes are stopped.
     *
     * @param look looks at the clients' numbers, while none of them works
     */
    void stopped(Runnable look) {
        phase = Phase.STOPPED;
        lock.writeLock().lock();
        try {
            look.run();
            phase = Phase.CLOSED;
        } finally {
            lock.writeLock().unlock();
        }
    }

    void recovering() {
        phase = Phase.RECOVERING;
    }

    void recovered() {
        phase = Phase.SERVED;
    }
}
