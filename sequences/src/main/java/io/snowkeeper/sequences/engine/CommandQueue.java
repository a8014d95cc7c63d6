package io.snowkeeper.sequences.engine;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.plan.Command;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The commands that wait for a writer, in the order they came. Anybody adds; the writer's thread does the rest. */
final class CommandQueue {

    /** Far below the sum of what concurrent callers add. */
    private static final int RETIRED = Integer.MIN_VALUE / 2;

    private final String sequence;
    private final int max;
    private final Queue<Command<?>> inbox = new ConcurrentLinkedQueue<>();
    private final Deque<Command<?>> waiting = new ArrayDeque<>();
    private final AtomicInteger size = new AtomicInteger();
    private volatile @Nullable SequenceException closedBy;

    CommandQueue(String sequence, int max) {
        this.sequence = sequence;
        this.max = max;
    }

    /** Adds a command, or fails it if there is no room. Returns false if it was not taken in, since this is retired. */
    boolean add(Command<?> command) {
        SequenceException closed = closedBy;
        if (closed != null) {
            command.answer().completeExceptionally(closed);
        } else if (size.get() >= max) {
            command.answer()
                    .completeExceptionally(new SequenceUnavailableException(
                            UnavailableReason.SEQUENCE_BUSY,
                            "%s calls of sequence %s wait, the limit: ask again later".formatted(max, sequence)));
        } else if (addOwn(command)) {
            SequenceException closedMeanwhile = closedBy;
            if (closedMeanwhile != null) {
                command.answer().completeExceptionally(closedMeanwhile);
            }
        } else {
            return false;
        }
        return true;
    }

    /** Adds a command of our own, for which there always is room. Returns false if this is retired. */
    boolean addOwn(Command<?> command) {
        if (size.incrementAndGet() <= 0) {
            size.decrementAndGet();
            return false;
        }
        inbox.add(command);
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

    /** Returns the waiting commands, as of the last {@link #collect}. */
    Collection<Command<?>> waiting() {
        return waiting;
    }

    /** Takes in new commands and drops settled ones. */
    void collect() {
        for (Iterator<Command<?>> all = waiting.iterator(); all.hasNext(); ) {
            Command<?> command = all.next();
            if (command.isSettled()) {
                all.remove();
                size.decrementAndGet();
                command.dropped();
            }
        }
        for (Command<?> command = inbox.poll(); command != null; command = inbox.poll()) {
            waiting.addLast(command);
        }
    }

    /** Fails the commands that have waited too long. */
    void failLate(long now, WriterProblem.Present problem) {
        for (Command<?> command : waiting) {
            if (!command.isSettled() && command.isLate(now)) {
                command.answer()
                        .completeExceptionally(new SequenceUnavailableException(
                                problem.reason(),
                                "sequence %s cannot be served now, %s: waited %s ms; ask again later"
                                        .formatted(sequence, problem.text(), command.waitedMillis(now))));
            }
        }
    }

    /** Fails the commands that came before that. */
    void failOlder(long nanos, SequenceException failure) {
        for (Command<?> command : waiting) {
            if (!command.arrivedAfter(nanos)) {
                command.answer().completeExceptionally(failure);
            }
        }
    }

    /** Fails the commands that take numbers. */
    void failTaking(SequenceException failure) {
        for (Command<?> command : waiting) {
            if (command.takesNumbers()) {
                command.answer().completeExceptionally(failure);
            }
        }
    }

    void failAll(SequenceException failure) {
        for (Command<?> command : waiting) {
            command.answer().completeExceptionally(failure);
        }
    }

    /** Fails all further commands, and those that have come since the writer's thread has ended. For any thread. */
    void closeInbox(SequenceException failure) {
        closedBy = failure;
        for (Command<?> command = inbox.poll(); command != null; command = inbox.poll()) {
            command.answer().completeExceptionally(failure);
        }
    }

    /** Fails all that waits and all that comes. */
    void close(SequenceException failure) {
        closedBy = failure;
        collect();
        failAll(failure);
    }
}
