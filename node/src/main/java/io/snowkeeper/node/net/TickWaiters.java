package io.snowkeeper.node.net;

import io.netty.util.concurrent.FastThreadLocal;
import io.snowkeeper.node.service.message.PendingAnswer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The clients of one event loop whose answers are pending, while the loop goes on. Clients that wait for the same tick
 * are resumed in the order in which they began to wait; waiting for one tick does not delay those of another. Used by
 * the loop's thread alone.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
public final class TickWaiters implements Runnable {

    private static final FastThreadLocal<@Nullable TickWaiters> OF_THREAD = new FastThreadLocal<>();

    /** A waiting client. */
    @FunctionalInterface
    public interface Waiter {
        /** Continues if that is possible. Returns false if it is not: then it waits on, in its place. */
        boolean takeUp();
    }

    private final Map<Object, Deque<Waiter>> waiting = new LinkedHashMap<>();
    private final TickEdge edge = new TickEdge();
    private final ScheduledExecutorService loop;
    private final LongSupplier stopwatch;
    private boolean scheduled;

    /** @param stopwatch reads nanoseconds */
    TickWaiters(ScheduledExecutorService loop, LongSupplier stopwatch) {
        this.loop = loop;
        this.stopwatch = stopwatch;
    }

    /** Returns those of the loop that runs this thread. */
    public static TickWaiters of(ScheduledExecutorService loop) {
        TickWaiters waiters = OF_THREAD.get();
        if (waiters == null || waiters.loop != loop) {
            waiters = new TickWaiters(loop, System::nanoTime);
            OF_THREAD.set(waiters);
        }
        return waiters;
    }

    /** Adds one that is to be taken up when it is worth asking for its answer again. */
    public void add(PendingAnswer answer, Waiter waiter) {
        CompletionStage<?> awaited = answer.awaited().orElse(null);
        if (awaited != null) {
            awaited.whenComplete((done, failure) -> loop.execute(waiter::takeUp));
            return;
        }
        waiting.computeIfAbsent(answer.tick(), tick -> new ArrayDeque<>()).addLast(waiter);
        schedule(stopwatch.getAsLong());
    }

    /**
     * Resumes the waiting clients. The first one without progress ends it for its tick: those behind it wait for the
     * same. One with progress that wants more has queued up behind the others. One that fails is dropped; those behind
     * it are resumed at the next look.
     */
    @Override
    public void run() {
        long began = stopwatch.getAsLong();
        boolean found = false;
        try {
            for (Deque<Waiter> ofTick : List.copyOf(waiting.values())) {
                found |= takeUp(ofTick);
            }
        } finally {
            if (found) {
                edge.foundAt(began);
            }
            scheduled = false;
            waiting.values().removeIf(Deque::isEmpty);
            if (!waiting.isEmpty()) {
                schedule(began);
            }
        }
    }

    /** Returns whether one of them came further. */
    private static boolean takeUp(Deque<Waiter> ofTick) {
        int all = ofTick.size();
        for (int left = all; left > 0; left--) {
            Waiter first = ofTick.removeFirst();
            if (!first.takeUp()) {
                ofTick.addFirst(first);
                return left < all;
            }
        }
        return all > 0;
    }

    /** @param looked when it was looked for the tick */
    private void schedule(long looked) {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this, edge.failedAt(looked, stopwatch.getAsLong()), TimeUnit.NANOSECONDS);
        }
    }
}
