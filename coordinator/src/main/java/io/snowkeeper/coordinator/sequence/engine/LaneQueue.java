package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.SequenceException;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.plan.Intent;
import io.snowkeeper.core.UnavailableReason;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What waits in a lane, in the order it came. Anybody adds; the lane's thread does the rest. */
final class LaneQueue {

    /** Far below what those who come meanwhile add. */
    private static final int RETIRED = Integer.MIN_VALUE / 2;

    private final String sequence;
    private final int max;
    private final Queue<Intent<?>> inbox = new ConcurrentLinkedQueue<>();
    private final Deque<Intent<?>> waiting = new ArrayDeque<>();
    private final AtomicInteger size = new AtomicInteger();
    private volatile @Nullable SequenceException closedBy;

    LaneQueue(String sequence, int max) {
        this.sequence = sequence;
        this.max = max;
    }

    /** Adds an intent, or fails it if there is no room. Returns false if it was not taken in, since this is retired. */
    boolean add(Intent<?> intent) {
        SequenceException closed = closedBy;
        if (closed != null) {
            intent.answer().completeExceptionally(closed);
        } else if (size.get() >= max) {
            intent.answer()
                    .completeExceptionally(new SequenceUnavailableException(
                            UnavailableReason.SEQUENCE_BUSY,
                            "%d calls of sequence %s wait, as many as may: ask again later".formatted(max, sequence)));
        } else if (addOwn(intent)) {
            SequenceException closedMeanwhile = closedBy;
            if (closedMeanwhile != null) {
                intent.answer().completeExceptionally(closedMeanwhile);
            }
        } else {
            return false;
        }
        return true;
    }

    /** Adds an intent of our own, for which there always is room. Returns false if this is retired. */
    boolean addOwn(Intent<?> intent) {
        if (size.incrementAndGet() <= 0) {
            size.decrementAndGet();
            return false;
        }
        inbox.add(intent);
        return true;
    }

    /** Takes nothing in any more, unless something waits or comes this moment. Returns whether this is retired. */
    boolean retire() {
        return size.compareAndSet(0, RETIRED);
    }

    boolean isRetired() {
        return size.get() < 0;
    }

    int size() {
        return Math.max(0, size.get());
    }

    /** Returns what waits, as of the last {@link #collect}. */
    Collection<Intent<?>> waiting() {
        return waiting;
    }

    /** Takes in what came and drops what is settled. */
    void collect() {
        for (Iterator<Intent<?>> all = waiting.iterator(); all.hasNext(); ) {
            Intent<?> intent = all.next();
            if (intent.isSettled()) {
                all.remove();
                size.decrementAndGet();
                intent.dropped();
            }
        }
        for (Intent<?> intent = inbox.poll(); intent != null; intent = inbox.poll()) {
            waiting.addLast(intent);
        }
    }

    /** Fails what has waited too long. */
    void failLate(long now, LaneObstacle.Present obstacle) {
        for (Intent<?> intent : waiting) {
            if (!intent.isSettled() && intent.isLate(now)) {
                intent.answer()
                        .completeExceptionally(new SequenceUnavailableException(
                                obstacle.reason(),
                                "sequence %s cannot be served now, %s: waited %d ms; ask again later"
                                        .formatted(sequence, obstacle.text(), intent.waitedMillis(now))));
            }
        }
    }

    /** Fails what did not come after that. */
    void failOlder(long nanos, SequenceException failure) {
        for (Intent<?> intent : waiting) {
            if (!intent.arrivedAfter(nanos)) {
                intent.answer().completeExceptionally(failure);
            }
        }
    }

    void failAll(SequenceException failure) {
        for (Intent<?> intent : waiting) {
            intent.answer().completeExceptionally(failure);
        }
    }

    /** Fails all that comes, and what has come since the lane's thread has ended. For any thread. */
    void closeInbox(SequenceException failure) {
        closedBy = failure;
        for (Intent<?> intent = inbox.poll(); intent != null; intent = inbox.poll()) {
            intent.answer().completeExceptionally(failure);
        }
    }

    /** Fails all that waits and all that comes. */
    void close(SequenceException failure) {
        closedBy = failure;
        collect();
        failAll(failure);
    }
}
