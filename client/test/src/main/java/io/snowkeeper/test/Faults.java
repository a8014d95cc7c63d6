package io.snowkeeper.test;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.UnavailableException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The faults that the next calls of a fake meet, one for each call, in the order in which the test has named them; calls beyond
 * meet none. Thread-safe.
 */
public final class Faults {

    /** A fault that a call meets. */
    private sealed interface Fault {
        record None() implements Fault {}

        record Unavailable(UnavailableReason reason) implements Fault {}

        record Refused(int code, String text) implements Fault {}

        record AnswerLost() implements Fault {}

        record Delayed(CountDownLatch until) implements Fault {}
    }

    private final Queue<Fault> coming = new ArrayDeque<>();

    Faults() {}

    /** Spares the next call, so that a later one meets a fault. */
    public Faults none() {
        return add(new Fault.None());
    }

    /** Fails the next call with {@link UnavailableException}, as if no server could be reached: nothing is done. */
    public Faults unavailable(UnavailableReason reason) {
        return add(new Fault.Unavailable(requireNonNull(reason)));
    }

    /** Fails the next call with {@link RefusedException}: nothing is done. */
    public Faults refused(int code, String text) {
        return add(new Fault.Refused(code, requireNonNull(text)));
    }

    /**
     * Executes the next call, and loses its answer until the deadline. A call for numbers without a key fails with
     * {@link io.snowkeeper.core.api.OutcomeUnknownException}, all others with {@link UnavailableException}.
     */
    public Faults answerLost() {
        return add(new Fault.AnswerLost());
    }

    /** Delays the next call until the latch is open. */
    public Faults delayed(CountDownLatch until) {
        return add(new Fault.Delayed(requireNonNull(until)));
    }

    private synchronized Faults add(Fault fault) {
        coming.add(fault);
        return this;
    }

    /** Returns how many planned faults are left. */
    public synchronized int remaining() {
        return coming.size();
    }

    /** Drops the planned faults. */
    public synchronized void clear() {
        coming.clear();
    }

    /**
     * Applies the next fault to a call.
     *
     * @return whether the answer is lost
     */
    boolean meet() {
        Fault fault = take();
        if (fault instanceof Fault.Unavailable unavailable) {
            throw new UnavailableException("no answer: the test wants none", Optional.of(unavailable.reason()));
        }
        if (fault instanceof Fault.Refused refused) {
            throw new RefusedException("the test", refused.code(), refused.text());
        }
        if (fault instanceof Fault.Delayed delayed) {
            await(delayed.until());
        }
        return fault instanceof Fault.AnswerLost;
    }

    private synchronized @Nullable Fault take() {
        return coming.poll();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException();
        }
    }

    /** Returns the failure of a call that was done, or may have been, and can be made again. */
    static UnavailableException lost() {
        return new UnavailableException("no answer: the test has lost it", Optional.empty());
    }
}
