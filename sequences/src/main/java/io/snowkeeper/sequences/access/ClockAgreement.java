package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.fleet.ClockSkew;
import io.snowkeeper.coordinator.store.Environment;
import java.time.Duration;
import java.util.Optional;

/**
 * The agreement of this machine's clock with ZooKeeper's. Every irrevocable decision by ZooKeeper's time requires it
 * first: a server whose clock is wrong may lead. Thread-safe.
 *
 * @param maxSkew how far the two may be apart
 */
public record ClockAgreement(Environment environment, Duration maxSkew) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Compares the clocks by an answered write, with our clock's present reading.
     *
     * @param storeMillis the mtime of the written record
     * @param sentNanos when the write was sent, by the stopwatch
     * @param answeredNanos when it was answered, by the stopwatch
     * @return the problem and its remedy; empty if the clocks agree
     */
    public Optional<String> problem(long storeMillis, long sentNanos, long answeredNanos) {
        long since = environment.nanoTime() - answeredNanos;
        long ours = environment.millis();
        long sinceSent = environment.nanoTime() - sentNanos;
        return ClockSkew.between(ours - sinceSent / NANOS_PER_MILLI, storeMillis, ours - since / NANOS_PER_MILLI)
                .problem(maxSkew.toMillis());
    }
}
