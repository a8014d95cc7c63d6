package io.snowkeeper.simulation.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a world's work that may be held up midway. Each keeps a thread while it waits, and that thread has the
 * world's next events happen meanwhile. One of all threads runs at a time; it hands over to the thread whose work goes
 * on. So which one runs is no choice of the operating system.
 */
public final class Coroutines implements AutoCloseable {

    private final EventLoop loop;
    private final Thread first = Thread.currentThread();
    private final Deque<Carrier> idle = new ArrayDeque<>();
    private volatile Thread running = first;
    private volatile boolean over;
    private @Nullable Coroutine current;
    private @Nullable Coroutine beginning;
    private @Nullable Thread goingOn;
    private @Nullable Throwable failure;

    /** @param loop whose events happen by this thread and by threads that this one waits for */
    public Coroutines(EventLoop loop) {
        this.loop = loop;
    }

    /** A piece of work that may be held up midway. */
    public static final class Coroutine {

        private final Runnable work;

        private Coroutine(Runnable work) {
            this.work = work;
        }
    }

    /** A place in the work at which it is held up until it is woken. */
    public final class Wait {

        private final Thread thread = Thread.currentThread();
        private boolean woken;
        private boolean passed;

        /** Has the work go on when the present event has happened. */
        void wake() {
            woken = true;
            takeTurn();
        }

        private void takeTurn() {
            if (passed) {
                return;
            }
            if (isTaken()) {
                loop.after(0, this::takeTurn);
            } else {
                goingOn = thread;
            }
        }

        /**
         * Has events happen until this was woken.
         *
         * @throws IllegalStateException within another wait of this thread, which could not go on before this one
         */
        void await() {
            if (thread != first && !isAlone()) {
                throw new IllegalStateException("a wait within a wait");
            }
            Coroutine waiting = current;
            boolean interrupted = Thread.interrupted();
            boolean free = setFree(false);
            try {
                while (!woken) {
                    step();
                    rethrow();
                }
            } finally {
                passed = true;
                setFree(free);
            }
            current = waiting;
            if (interrupted) {
                thread.interrupt();
            }
        }
    }

    /** Returns the coroutine of this code, null if it may not be held up. */
    @Nullable
    public Coroutine current() {
        return current;
    }

    /**
     * Returns whether this code may be held up without delaying other code: if it runs on the stack of another wait, it
     * would keep that one from going on.
     */
    boolean isAlone() {
        return current != null || (Thread.currentThread() instanceof Carrier carrier && carrier.free);
    }

    /** Begins with work when the present event has happened. */
    public void begin(Runnable work) {
        if (isTaken()) {
            loop.after(0, () -> begin(work));
        } else {
            beginning = new Coroutine(work);
        }
    }

    /** Runs the events until then, and lets the time come. */
    public void runUntil(long endNanos) {
        Wait end = new Wait();
        loop.afterAllUntil(endNanos, end::wake);
        end.await();
    }

    /** Ends the threads, those of work that is still held up excepted. */
    @Override
    public void close() {
        over = true;
        idle.forEach(LockSupport::unpark);
    }

    /** Returns whether another thread's turn comes after the present event already. */
    private boolean isTaken() {
        return beginning != null || goingOn != null;
    }

    private void step() {
        if (!isTaken()) {
            current = null;
            try {
                loop.next();
            } catch (Throwable e) {
                fail(e);
            }
        }
        takeTurns();
    }

    private void takeTurns() {
        Coroutine begun = beginning;
        Thread next = goingOn;
        beginning = null;
        goingOn = null;
        if (begun != null) {
            begin(begun);
        } else if (next != null && next != Thread.currentThread()) {
            handOver(next);
        }
    }

    private void begin(Coroutine begun) {
        if (Thread.currentThread() instanceof Carrier carrier && carrier.free) {
            carrier.work = begun;
            return;
        }
        Carrier carrier = idle.isEmpty() ? new Carrier() : idle.pop();
        carrier.work = begun;
        handOver(carrier);
    }

    private void handOver(Thread next) {
        Thread self = Thread.currentThread();
        if (self instanceof Carrier carrier && carrier.free) {
            idle.push(carrier);
        }
        running = next;
        LockSupport.unpark(next);
        awaitTurn(self);
    }

    /** Sets whether this thread's stack has nothing that will go on; returns the previous value. */
    private static boolean setFree(boolean free) {
        if (!(Thread.currentThread() instanceof Carrier carrier)) {
            return false;
        }
        boolean before = carrier.free;
        carrier.free = free;
        return before;
    }

    private void awaitTurn(Thread self) {
        while (running != self && !over) {
            LockSupport.park(this);
        }
    }

    /** An exception of an event ends the world, and so the wait of the thread that began it. */
    private void fail(Throwable e) {
        failure = e;
        beginning = null;
        goingOn = first;
    }

    private void rethrow() {
        Throwable thrown = failure;
        if (thrown == null || Thread.currentThread() != first) {
            return;
        }
        failure = null;
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        throw new IllegalStateException(thrown);
    }

    /** A thread that carries one coroutine after another, and has events happen between them. */
    private final class Carrier extends Thread {

        private @Nullable Coroutine work;
        private boolean free = true;

        Carrier() {
            super("simulated");
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            awaitTurn(this);
            while (!over) {
                Coroutine begun = work;
                if (begun == null) {
                    step();
                } else {
                    work = null;
                    free = false;
                    carry(begun);
                    free = true;
                }
            }
        }

        private void carry(Coroutine begun) {
            current = begun;
            try {
                begun.work.run();
            } catch (Throwable e) {
                fail(e);
            } finally {
                // Left by an interrupted thread of the product.
                boolean unused = Thread.interrupted();
            }
        }
    }
}
