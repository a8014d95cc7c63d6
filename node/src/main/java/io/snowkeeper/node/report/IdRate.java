package io.snowkeeper.node.report;

import java.util.ArrayDeque;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** The rate of ids of the last {@value #SECONDS} seconds. Thread-safe. */
final class IdRate {

    /** Long enough to be steady, short enough to be now. */
    static final int SECONDS = 10;

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private record Look(long nanos, long ids) {}

    private final ArrayDeque<Look> looks = new ArrayDeque<>();

    /** Takes note of how many there were up to now, once in each second. Returns whether another one has begun. */
    synchronized boolean look(long nowNanos, long ids) {
        Look before = looks.peekLast();
        if (before != null && Math.floorDiv(before.nanos(), NANOS) == Math.floorDiv(nowNanos, NANOS)) {
            return false;
        }
        looks.add(new Look(nowNanos, ids));
        if (looks.size() > SECONDS + 1) {
            looks.remove();
        }
        return true;
    }

    /** Returns how many there were a second, empty before a whole one is over. */
    synchronized OptionalDouble mean() {
        if (looks.isEmpty()) {
            return OptionalDouble.empty();
        }
        Look first = looks.getFirst();
        Look last = looks.getLast();
        if (last.nanos() - first.nanos() < NANOS) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of((double) (last.ids() - first.ids()) * NANOS / (last.nanos() - first.nanos()));
    }
}
