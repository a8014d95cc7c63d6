package io.snowkeeper.loadtest.chaos.client;

import io.snowkeeper.loadtest.chaos.check.Violations;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of sequences that does one step after the other, until the run stops. For one thread.
 *
 * @param name its name, for people
 * @param calls the calls of its steps
 */
record ClientLoop(String name, SequenceCalls calls, RestoreGate.Step step, RestoreGate gate, Violations violations)
        implements Runnable {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Starting nodes have enough to do without further refusals. */
    private static final long CLOSED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    @Override
    public void run() {
        try (calls) {
            while (!gate.isStopping()) {
                long pause = gate.run(this::tryStep);
                LockSupport.parkNanos(gate.isServed() ? pause : Math.max(pause, CLOSED_NANOS));
            }
        } catch (IOException e) {
            violations.add("a connection cannot be closed: " + e);
        } catch (RuntimeException e) {
            violations.add("%s has ended: %s".formatted(name, e));
        }
    }

    private long tryStep() {
        try {
            return step.run();
        } catch (IOException e) {
            // Killed, stopped or not there yet; the next call asks another node.
            return RETRY_NANOS;
        }
    }
}
