package io.snowkeeper.simulation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work that may be held up midway. It has a thread of its own, which runs only while the one that resumes it waits: of
 * all threads of a world one runs at a time, and which one is no choice of the operating system.
 */
final class Coroutine {

    private static final ThreadLocal<@Nullable Coroutine> CURRENT = new ThreadLocal<>();

    private final Carriers carriers;
    private final Runnable work;
    private @Nullable Carrier carrier;
    private volatile boolean runs;
    private volatile boolean ended;
    private @Nullable Thread resumer;

    Coroutine(Carriers carriers, Runnable work) {
        this.carriers = carriers;
        this.work = work;
    }

    /** Returns the one that this code is part of, null if it is part of none. */
    static @Nullable Coroutine current() {
        return CURRENT.get();
    }

    /** Goes on with the work until it is suspended or has ended. */
    void resume() {
        Carrier carried = carrier;
        if (carried == null) {
            carried = carriers.take();
            carrier = carried;
        }
        resumer = Thread.currentThread();
        runs = true;
        carried.carry(this);
        while (runs) {
            LockSupport.park(this);
        }
        if (ended) {
            carriers.give(carried);
        }
    }

    /** Returns to who has resumed this; comes back when it is resumed again. Called by the work itself. */
    void suspend() {
        handBack();
        while (!runs) {
            LockSupport.park(this);
        }
    }

    private void handBack() {
        Thread waiting = requireNonNull(resumer);
        runs = false;
        LockSupport.unpark(waiting);
    }

    private void run() {
        CURRENT.set(this);
        try {
            work.run();
        } finally {
            CURRENT.remove();
            // Left by a product's thread that was told to end.
            boolean unused = Thread.interrupted();
            ended = true;
            handBack();
        }
    }

    /** The threads of a world, used again and again. */
    static final class Carriers implements AutoCloseable {

        private final Deque<Carrier> idle = new ArrayDeque<>();

        private Carrier take() {
            return idle.isEmpty() ? new Carrier() : idle.pop();
        }

        private void give(Carrier carrier) {
            idle.push(carrier);
        }

        @Override
        public void close() {
            idle.forEach(Carrier::end);
        }
    }

    private static final class Carrier {

        private volatile @Nullable Coroutine carried;
        private volatile boolean ends;
        private final Thread thread;

        Carrier() {
            thread = new Thread(this::run, "simulated");
            thread.setDaemon(true);
            thread.start();
        }

        void carry(Coroutine coroutine) {
            carried = coroutine;
            LockSupport.unpark(thread);
        }

        void end() {
            ends = true;
            LockSupport.unpark(thread);
        }

        private void run() {
            while (!ends) {
                Coroutine next = carried;
                if (next == null || next.ended) {
                    LockSupport.park(this);
                } else {
                    next.run();
                }
            }
        }
    }
}
