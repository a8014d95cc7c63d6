package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.fleet.ClockSkew;
import io.snowkeeper.coordinator.store.Environment;
import java.time.Duration;
import java.util.Optional;

/**
 * The agreement of this machine's clock with ZooKeeper's. Whatever ZooKeeper's time decides and nobody can take back asks for it before: a
 * server whose clock is wrong may lead. Thread-safe.
 *
 * @param maxSkew how far the two may be apart
 */
public record ClockAgreement(Environment environment, Duration maxSkew) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Compares the clocks by an answered write, with what our clock shows by now.
     *
     * @param storeMillis the mtime of what was written
     * @param sentNanos when the write was sent, by the stopwatch
     * @param answeredNanos when it was answered, by the stopwatch
     * @return what is wrong, and what to do; empty if the clocks agree
     */
    public Optional<String> problem(long storeMillis, long sentNanos, long answeredNanos) {
        long since = environment.nanoTime() - answeredNanos;
        long ours = environment.millis();
        long sinceSent = environment.nanoTime() - sentNanos;
        return ClockSkew.between(ours - sinceSent / NANOS_PER_MILLI, storeMillis, ours - since / NANOS_PER_MILLI)
                .problem(maxSkew.toMillis());
    }
}
