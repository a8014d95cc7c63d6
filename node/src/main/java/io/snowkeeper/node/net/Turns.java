package io.snowkeeper.node.net;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time that the connections of one event loop have for answers: {@link #NANOS}, all of them together, and as long again after each
 * turn of those that wait. When it is used up, a connection that is read answers one request, or a window of plain ones, and waits here
 * if it was sent more. Those that wait go on one after the other, and then the loop looks at its sockets: however many they are, they
 * hold up others for no longer than one does. Used by the loop's thread alone.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
public final class Turns implements Runnable {

    /** How long connections may go on while others wait: some hundred cheap answers. */
    public static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final FastThreadLocal<@Nullable Turns> OF_THREAD = new FastThreadLocal<>();

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final EventExecutor loop;
    private boolean scheduled;
    private long left = NANOS;

    private Turns(EventExecutor loop) {
        this.loop = loop;
    }

    /** Returns those of the loop that runs this thread. */
    public static Turns of(EventExecutor loop) {
        Turns turns = OF_THREAD.get();
        if (turns == null || turns.loop != loop) {
            turns = new Turns(loop);
            OF_THREAD.set(turns);
        }
        return turns;
    }

    /** Returns how many nanoseconds are left for answers. */
    public long left() {
        return left;
    }

    /** Notes for how long requests were answered. */
    public void took(long nanos) {
        left -= nanos;
    }

    /** Adds a turn, which comes after those that wait already, and after a look at the sockets. */
    public void add(Runnable turn) {
        waiting.add(turn);
        schedule();
    }

    @Override
    public void run() {
        scheduled = false;
        left = NANOS;
        long began = loop.ticker().nanoTime();
        try {
            for (Runnable turn = waiting.poll(); turn != null; turn = next(began)) {
                turn.run();
            }
        } finally {
            left = NANOS;
            if (!waiting.isEmpty()) {
                schedule();
            }
        }
    }

    private @Nullable Runnable next(long began) {
        return loop.ticker().nanoTime() - began < NANOS ? waiting.poll() : null;
    }

    /**
     * A task for immediate execution comes before the next look at the sockets; one that becomes due meanwhile comes
     * after it.
     */
    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this, 0, TimeUnit.NANOSECONDS);
        }
    }
}
