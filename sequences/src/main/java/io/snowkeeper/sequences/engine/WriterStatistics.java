package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.plan.CommitAction;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The figures of a writer, to be read by other threads. Written by the writer's thread alone. */
final class WriterStatistics {

    final AtomicLong issued = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong writes = new AtomicLong();
    final AtomicLong conflicts = new AtomicLong();

    /** Answers the commands of a finished write, and counts the fates of its numbers. */
    void committed(List<CommitAction> actions) {
        for (CommitAction action : actions) {
            if (action.keep().run()) {
                issued.addAndGet(action.count());
            } else {
                action.abandoned().run();
                lost.addAndGet(action.leavesGap() ? action.count() : 0);
            }
        }
    }
}
