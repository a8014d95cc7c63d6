package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.log.DefectLog;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor of one sequence's writer: runs one task after the other, and a task that comes while none is running on
 * the thread that submits it. So no other thread has to wake up between a call and the write for it, nor between an
 * answer and the next write. Thread-safe.
 *
 * <p>Tasks must not block, and a thread that holds a lock that tasks take must not submit any.
 */
final class WriterExecutor implements Executor {

    private static final Logger log = LoggerFactory.getLogger(WriterExecutor.class);

    private static final DefectLog defects = new DefectLog(log);

    private final ScheduledExecutorService loop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /**
     * How many tasks were submitted and are not done. The thread that submits the first one runs all until there is
     * none.
     */
    private final AtomicInteger undone = new AtomicInteger();

    /** @param loop where tasks begin that are not for the thread that brings them; nothing is done any more once it is shut down */
    WriterExecutor(ScheduledExecutorService loop) {
        this.loop = loop;
    }

    /** @throws RejectedExecutionException if the loop is shut down */
    @Override
    public void execute(Runnable task) {
        if (loop.isShutdown()) {
            throw new RejectedExecutionException("shut down");
        }
        executeEvenIfShutDown(task);
    }

    /** Does a task that needs no loop. */
    void executeEvenIfShutDown(Runnable task) {
        tasks.add(task);
        if (undone.getAndIncrement() == 0) {
            do {
                run(tasks.remove());
            } while (undone.decrementAndGet() > 0);
        }
    }

    /**
     * Runs a task on the loop's thread, for a caller that has more urgent work.
     *
     * @throws RejectedExecutionException if the loop is shut down
     */
    void executeAside(Runnable task) {
        loop.execute(() -> executeEvenIfShutDown(task));
    }

    /**
     * Does a task later.
     *
     * @throws RejectedExecutionException if the loop is shut down
     */
    void schedule(Runnable task, long nanos) {
        var unused = loop.schedule(() -> executeEvenIfShutDown(task), nanos, TimeUnit.NANOSECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RejectedExecutionException e) {
            log.debug("a task cannot go on, the node has stopped", e);
        } catch (RuntimeException | Error e) {
            // A failure must neither keep later tasks from running nor end the thread, which belongs to another
            // component.
            defects.failed("unexpected failure of a sequence's task", e);
        }
    }
}
