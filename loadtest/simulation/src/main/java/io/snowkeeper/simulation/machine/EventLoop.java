package io.snowkeeper.simulation.machine;

import java.time.Duration;
import java.util.PriorityQueue;

/** The time of a world, and its events, one after another. For one thread at a time. */
public final class EventLoop {

    private static final long AFTER_ALL_OTHERS = Long.MAX_VALUE;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long made;
    private long done;

    private record Event(long atNanos, long number, Runnable work) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int earlier = Long.compare(atNanos, other.atNanos);
            return earlier != 0 ? earlier : Long.compare(number, other.number);
        }
    }

    /** Returns the time since the world began. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Returns how many events there have been. */
    public long done() {
        return done;
    }

    public void after(Duration delay, Runnable work) {
        after(delay.toNanos(), work);
    }

    public void after(long delayNanos, Runnable work) {
        events.add(new Event(nowNanos + Math.max(0, delayNanos), made++, work));
    }

    /** Has something done when all else has happened that is due until then. */
    public void afterAllUntil(long endNanos, Runnable work) {
        events.add(new Event(Math.max(nowNanos, endNanos), AFTER_ALL_OTHERS, work));
    }

    /** Has the next event happen. */
    public void next() {
        Event next = events.remove();
        nowNanos = Math.max(nowNanos, next.atNanos);
        done++;
        next.work.run();
    }
}
