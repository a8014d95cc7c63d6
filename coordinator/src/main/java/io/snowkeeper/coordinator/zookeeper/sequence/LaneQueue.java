package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.SequenceException;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
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

    /** Adds an intent, or fails it if there is no room. */
    void add(Intent<?> intent) {
        SequenceException closed = closedBy;
        if (closed != null) {
            intent.answer().completeExceptionally(closed);
        } else if (size.get() >= max) {
            intent.answer()
                    .completeExceptionally(new SequenceUnavailableException(
                            "%d calls of sequence %s wait, as many as may: ask again later".formatted(max, sequence)));
        } else {
            addOwn(intent);
            SequenceException closedMeanwhile = closedBy;
            if (closedMeanwhile != null) {
                intent.answer().completeExceptionally(closedMeanwhile);
            }
        }
    }

    /** Adds an intent of our own, for which there always is room. */
    void addOwn(Intent<?> intent) {
        size.incrementAndGet();
        inbox.add(intent);
    }

    int size() {
        return size.get();
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
    void failLate(long now, String reason) {
        for (Intent<?> intent : waiting) {
            if (!intent.isSettled() && intent.isLate(now)) {
                intent.answer()
                        .completeExceptionally(new SequenceUnavailableException(
                                "sequence %s cannot be served now, %s: waited %d ms; ask again later"
                                        .formatted(sequence, reason, intent.waitedMillis(now))));
            }
        }
    }

    void failAll(SequenceException failure) {
        for (Intent<?> intent : waiting) {
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
