package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.concurrent.CompletableFuture;

/**
 * A request to a sequence. It waits in a writer's queue until it is settled: it is planned into a draft, and planned
 * again whenever the draft was not written.
 *
 * @param <T> the type of its answer
 */
public abstract class Command<T> {

    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final long arrived;
    private final long deadline;

    /**
     * @param arrived when it came, by System.nanoTime
     * @param timeoutNanos how long it waits at the most
     */
    public Command(long arrived, long timeoutNanos) {
        this.arrived = arrived;
        this.deadline = arrived + timeoutNanos;
    }

    /**
     * Adds its changes to the draft, which {@linkplain Draft#plan calls} this and knows what has to be read first.
     * Changes nothing but the draft; may be called many times.
     *
     * @throws SequenceException if it cannot be done, by the draft's state
     */
    public abstract void plan(Draft draft);

    /** Returns whether it makes znodes, of which ZooKeeper may not want more. */
    public boolean makesZnodes(SequenceRecord record) {
        return false;
    }

    /** Returns whether it takes numbers, which must be of the present period. */
    public boolean takesNumbers() {
        return false;
    }

    /** Returns whether it depends on the present time, so that the clocks have to agree. */
    public boolean goesByTheTime() {
        return false;
    }

    /** Returns whether it adds little to the draft, so that it fits in though others do not. */
    public boolean isSmallIn(Draft draft) {
        return false;
    }

    /** Answers it if that can be without knowing the state, which is out of reach. */
    public void serveWithoutState() {}

    /** Called when a write was refused since a condition did not hold that this command alone has made. */
    public void conditionFailed() {}

    /** Called when it leaves the writer, settled. */
    public void dropped() {}

    public CompletableFuture<T> answer() {
        return answer;
    }

    /** Returns whether it was answered, or its caller has gone. */
    public boolean isSettled() {
        return answer.isDone();
    }

    public boolean arrivedAfter(long nanos) {
        return arrived - nanos > 0;
    }

    public boolean isLate(long now) {
        return now - deadline >= 0;
    }

    public long waitedMillis(long now) {
        return (now - arrived) / 1_000_000;
    }
}
