package io.snowkeeper.simulation;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The time of a world, and what happens in it, one event after another. An event may hold up what it is part of by running the loop
 * itself, for others, until some time has passed. For one thread at a time.
 */
final class EventLoop {

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private long nowNanos;
    private long made;
    private long done;

    private record Event(long atNanos, long number, Runnable work) {}

    /** Returns the time since the world began. */
    long nowNanos() {
        return nowNanos;
    }

    /** Returns how many events there have been. */
    long done() {
        return done;
    }

    void after(Duration delay, Runnable work) {
        after(delay.toNanos(), work);
    }

    void after(long delayNanos, Runnable work) {
        events.add(new Event(nowNanos + Math.max(0, delayNanos), made++, work));
    }

    /** Has happen what there is until then, and lets the time come. */
    void runUntil(long endNanos) {
        Event next = events.peek();
        while (next != null && next.atNanos <= endNanos) {
            events.remove();
            nowNanos = Math.max(nowNanos, next.atNanos);
            done++;
            next.work.run();
            next = events.peek();
        }
        nowNanos = Math.max(nowNanos, endNanos);
    }
}
