package io.snowkeeper.loadtest.chaos.check;

import io.snowkeeper.loadtest.uniqueness.IdSet;
import io.snowkeeper.loadtest.uniqueness.Repetitions;
import java.util.ArrayList;
import java.util.List;

/** The numbers of one sequence that were handed out for good. Thread-safe. */
public final class SequenceLedger {

    private final String sequence;
    private final IdSet numbers = new IdSet();
    private final List<Numbers> calls = new ArrayList<>();

    /** @param sequence its name */
    public SequenceLedger(String sequence) {
        this.sequence = sequence;
    }

    /** Adds the numbers of one call. */
    public synchronized void given(long[] given, long askedNanos, long answeredNanos) {
        numbers.add(given, 0, given.length);
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (long number : given) {
            lowest = Math.min(lowest, number);
            highest = Math.max(highest, number);
        }
        calls.add(new Numbers(lowest, highest, askedNanos, answeredNanos));
    }

    /** Returns how many numbers there are. */
    public long size() {
        return numbers.size();
    }

    /** Returns the highest of them, 0 if there are none. */
    public synchronized long highest() {
        return calls.stream().mapToLong(Numbers::highest).max().orElse(0);
    }

    /** Returns the calls. */
    public synchronized List<Numbers> calls() {
        return List.copyOf(calls);
    }

    /** Adds the numbers that came twice. */
    public void checkUnique(Violations violations) {
        Repetitions repetitions = numbers.repetitions();
        if (!repetitions.isEmpty()) {
            violations.add("no number may come twice: of sequence %s, %s did, such as %s"
                    .formatted(
                            sequence,
                            repetitions.surplus(),
                            repetitions.examples().get(0)));
        }
    }
}
