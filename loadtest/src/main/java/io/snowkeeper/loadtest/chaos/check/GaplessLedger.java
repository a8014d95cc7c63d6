package io.snowkeeper.loadtest.chaos.check;

import java.util.BitSet;

/**
 * The numbers of a gapless sequence, from 1: confirmed ones; undecided ones, whose answer never came; and those that
 * are void unless they were confirmed, since older data were put back. Once all is settled, each number below the next
 * one must be one of them, and none may be confirmed twice. Thread-safe.
 */
public final class GaplessLedger {

    private final Violations violations;
    private final BitSet confirmed = new BitSet();
    private final BitSet unclear = new BitSet();
    private int restoredBelow = 1;

    /** @param violations where a number goes that was confirmed twice */
    public GaplessLedger(Violations violations) {
        this.violations = violations;
    }

    /** The fleet said that the number is ours. */
    public synchronized void confirmed(long number) {
        int index = Math.toIntExact(number);
        if (confirmed.get(index)) {
            violations.add("a gapless number may be confirmed once: %s was twice".formatted(number));
        }
        confirmed.set(index);
    }

    /** The fleet did not say whether the number is ours. */
    public synchronized void unclear(long number) {
        unclear.set(Math.toIntExact(number));
    }

    /** Returns the highest number that may have been handed out, 0 if there is none. */
    public synchronized long highest() {
        return Math.max(0, Math.max(confirmed.length(), unclear.length()) - 1);
    }

    /** Older data were put back, and the sequence goes on from this number. */
    public synchronized void goOn(long next) {
        restoredBelow = Math.toIntExact(next);
    }

    /** Returns how many were confirmed. */
    public synchronized long confirmedCount() {
        return confirmed.cardinality();
    }

    /** Returns how many are unclear and not confirmed by anybody else. */
    public synchronized long unclearCount() {
        BitSet only = (BitSet) unclear.clone();
        only.andNot(confirmed);
        return only.cardinality();
    }

    /**
     * Adds the holes, once nothing is pending and all that came back was handed out again.
     *
     * @param next the lowest number that was never taken
     */
    public synchronized void checkNoHoles(long next) {
        BitSet known = (BitSet) confirmed.clone();
        known.or(unclear);
        for (int number = known.nextClearBit(restoredBelow); number < next; number = known.nextClearBit(number + 1)) {
            violations.add(
                    "a gapless sequence may have no hole: %s is missing, the next one is %s".formatted(number, next));
        }
    }
}
