package io.snowkeeper.node.tls.handshake;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** The steps of a connection's handshake, as its loop sees them. All is for the loop. */
final class LoopSteps implements Executor {

    private final EventExecutor loop;
    private final Executor handshake;
    private final List<Runnable> whenComputed = new ArrayList<>();
    private int open;
    private boolean anyComputed;

    /** @param handshake has steps run in another thread */
    LoopSteps(EventExecutor loop, Executor handshake) {
        this.loop = loop;
        this.handshake = handshake;
    }

    @Override
    public void execute(Runnable step) {
        open++;
        handshake.execute(() -> {
            try {
                step.run();
            } finally {
                // After the step's own tasks for the loop, which may begin another one.
                tellLoop();
            }
        });
    }

    /** Returns whether no step waits to be run, or is run. */
    boolean areComputed() {
        return open == 0;
    }

    /**
     * Returns whether a step was run. If there is a second one, the first was run, whether it was reported yet or not.
     */
    boolean anyIsComputed() {
        return anyComputed || open > 1;
    }

    /** @param action run by the loop when a step was run */
    void whenComputed(Runnable action) {
        whenComputed.add(action);
    }

    private void tellLoop() {
        try {
            loop.execute(this::tell);
        } catch (RejectedExecutionException e) {
            // It has ended, and its connections with it.
        }
    }

    private void tell() {
        open--;
        anyComputed = true;
        whenComputed.forEach(Runnable::run);
    }
}
