package io.snowkeeper.node.line;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop that wait for the next tick, in their turn. The loop goes on meanwhile; when the
 * tick has come, they are taken up again in the order in which they began to wait. Used by the loop's thread alone.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class TickWaiters implements Runnable {

    /**
     * How often it is looked whether the tick has come. Late by half of it on average, which costs no ids: a loop that
     * has a tick's ids left needs less than the rest of it.
     */
    private static final long LOOK_MICROS = 100;

    private static final FastThreadLocal<@Nullable TickWaiters> OF_THREAD = new FastThreadLocal<>();

    /** Who waits. */
    @FunctionalInterface
    interface Waiter {
        /** Goes on if that is possible. Returns false if it is not: then it waits on, in its place. */
        boolean takeUp();
    }

    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private final EventExecutor loop;
    private boolean scheduled;

    private TickWaiters(EventExecutor loop) {
        this.loop = loop;
    }

    /** Returns those of the loop that runs this thread. */
    static TickWaiters of(EventExecutor loop) {
        TickWaiters waiters = OF_THREAD.get();
        if (waiters == null || waiters.loop != loop) {
            waiters = new TickWaiters(loop);
            OF_THREAD.set(waiters);
        }
        return waiters;
    }

    /** Adds one that waits for the next tick. */
    void add(Waiter waiter) {
        waiting.addLast(waiter);
        schedule();
    }

    /**
     * Takes up those who waited. The first one that does not come further ends it: those behind it wait for the same. One
     * that came further and wants more has queued up behind the others. One that fails is dropped; those behind it are
     * taken up at the next look.
     */
    @Override
    public void run() {
        scheduled = false;
        try {
            takeUp();
        } finally {
            if (!waiting.isEmpty()) {
                schedule();
            }
        }
    }

    private void takeUp() {
        for (int left = waiting.size(); left > 0; left--) {
            Waiter first = waiting.removeFirst();
            if (!first.takeUp()) {
                waiting.addFirst(first);
                break;
            }
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this, LOOK_MICROS, TimeUnit.MICROSECONDS);
        }
    }
}
