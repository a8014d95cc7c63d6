package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.plan.CommitAction;
import io.snowkeeper.coordinator.sequence.plan.Draft;
import io.snowkeeper.coordinator.sequence.plan.SentWrite;
import io.snowkeeper.coordinator.sequence.record.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The actions of a write that was done: answers callers, and sees to the numbers of those who have gone: as long as nobody has taken numbers
 * after them, the next write puts them back. Used by the writer's thread only.
 */
final class CommitActions {

    private final WriterStatistics statistics;

    /** The state as it was left by the write that gave numbers to nobody. */
    private @Nullable Position tailAt;

    private long tail;

    CommitActions(WriterStatistics statistics) {
        this.statistics = statistics;
    }

    /**
     * Keeps what a write has promised.
     *
     * @param now the state as it is known, null if it is not
     */
    void done(SentWrite write, @Nullable Position now) {
        List<CommitAction> actions = write.actions();
        boolean[] kept = new boolean[actions.size()];
        for (int i = 0; i < kept.length; i++) {
            CommitAction action = actions.get(i);
            kept[i] = action.keep().run();
            if (kept[i]) {
                statistics.given.addAndGet(action.count());
            } else {
                action.abandoned().run();
            }
        }
        boolean isLast = now != null && now.record().taken() == write.taken();
        long last = 0;
        boolean atEnd = isLast;
        for (int i = kept.length - 1; i >= 0; i--) {
            CommitAction action = actions.get(i);
            boolean abandoned = !kept[i] && action.atTail();
            atEnd &= abandoned || action.numbers().isEmpty();
            if (abandoned && atEnd) {
                last += action.count();
            } else if (abandoned) {
                statistics.givenUp.addAndGet(action.count());
            }
        }
        tail = last;
        tailAt = last > 0 ? now : null;
    }

    /**
     * A write of ours has moved the version on, and nothing else.
     *
     * @param now the state as it is known, null if it is not: then nobody can tell whether another write came after it
     */
    void versionMoved(@Nullable Position now) {
        if (now == null) {
            giveUp();
        } else if (tail > 0) {
            tailAt = now;
        }
    }

    boolean hasTail() {
        return tail > 0;
    }

    /** Has the draft take back what was given to nobody. */
    void reclaim(Draft draft) {
        if (tail > 0) {
            draft.update(draft.record().withTaken(draft.record().taken() - tail));
        }
    }

    /** Another write has come after ours: the numbers before it cannot be given in order any more. */
    void positionRead(Position read) {
        Position at = tailAt;
        if (at != null && !at.isSameVersion(read)) {
            giveUp();
        }
    }

    private void giveUp() {
        statistics.givenUp.addAndGet(tail);
        forget();
    }

    void forget() {
        tail = 0;
        tailAt = null;
    }
}
