package io.snowkeeper.node.net;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop that were sent more than is done in a turn. They go on one after the other, and the loop looks
 * at its sockets after {@link #NANOS} of all of them together: however many they are, they hold up others for no longer than one
 * does. Used by the loop's thread alone.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
public final class Turns implements Runnable {

    /** How long a connection may go on while others wait: some hundred cheap answers. */
    public static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final FastThreadLocal<@Nullable Turns> OF_THREAD = new FastThreadLocal<>();

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final EventExecutor loop;
    private boolean scheduled;

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

    /** Adds a turn, which comes after those that wait already, and after a look at the sockets. */
    public void add(Runnable turn) {
        waiting.add(turn);
        schedule();
    }

    @Override
    public void run() {
        scheduled = false;
        long began = loop.ticker().nanoTime();
        try {
            for (Runnable turn = waiting.poll(); turn != null; turn = next(began)) {
                turn.run();
            }
        } finally {
            if (!waiting.isEmpty()) {
                schedule();
            }
        }
    }

    private @Nullable Runnable next(long began) {
        return loop.ticker().nanoTime() - began < NANOS ? waiting.poll() : null;
    }

    /** What is executed at once comes before the next look at the sockets; what becomes due meanwhile comes after it. */
    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this, 0, TimeUnit.NANOSECONDS);
        }
    }
}
