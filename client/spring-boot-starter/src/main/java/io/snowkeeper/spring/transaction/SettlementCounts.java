package io.snowkeeper.spring.transaction;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The counts of numbers that transactions have reserved, by their outcome. Thread-safe. */
public final class SettlementCounts {

    /** An end of a reservation. */
    public enum Outcome {
        /** Committed and confirmed. */
        CONFIRMED,
        /** Rolled back and given back, as it had no key. */
        CANCELLED,
        /** Rolled back, and left as it is: for its key, which gets it again; or without one, since it is not known to be given back. */
        LEFT_PENDING,
        /** Committed, but the confirmation was refused: another caller may get the number, or has it. */
        LOST,
        /** Committed, and given up to be confirmed. */
        UNCONFIRMED,
        /** Left pending, since its transaction's commit failed, and may have been done. */
        UNKNOWN
    }

    private final Map<Outcome, LongAdder> counts = Arrays.stream(Outcome.values())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), outcome -> new LongAdder()));
    private final LongAdder waiting = new LongAdder();

    SettlementCounts() {}

    /** Returns how many ended so. */
    public long count(Outcome outcome) {
        return requireNonNull(counts.get(outcome)).sum();
    }

    /** Returns how many wait to be confirmed again. */
    public long waiting() {
        return waiting.sum();
    }

    void add(Outcome outcome) {
        requireNonNull(counts.get(outcome)).increment();
    }

    void waits() {
        waiting.increment();
    }

    void waitsNoMore() {
        waiting.decrement();
    }
}
