package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The highest of the values noted lately, for up to a minute. Thread-safe. */
final class RecentHighest {

    private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongSupplier stopwatch;
    private final Deque<Noted> all = new ArrayDeque<>();
    private boolean begun;

    private record Noted(long nanos, long value) {}

    /** @param stopwatch as {@link System#nanoTime} */
    RecentHighest(LongSupplier stopwatch) {
        this.stopwatch = requireNonNull(stopwatch);
    }

    /** Notes the highest value since this was called last. To be called at a steady pace of a few times a second. */
    synchronized void note(long value) {
        long now = stopwatch.getAsLong();
        while (!all.isEmpty() && now - all.getFirst().nanos > KEPT_NANOS) {
            all.removeFirst();
        }
        all.addLast(new Noted(now, value));
        begun = true;
    }

    /** Returns the highest of the values noted within that time, 0 if there is none; empty if there never was one. */
    synchronized OptionalLong within(Duration time) {
        if (!begun) {
            return OptionalLong.empty();
        }
        long now = stopwatch.getAsLong();
        return OptionalLong.of(all.stream()
                .filter(noted -> now - noted.nanos <= time.toNanos())
                .mapToLong(Noted::value)
                .max()
                .orElse(0));
    }
}
