package io.snowkeeper.coordinator.zookeeper.sequence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers callers when a write is done, and sees to the numbers of those who have gone: as long as nobody has taken numbers
 * after them, the next write puts them back. Used by the lane's thread only.
 */
final class Settling {

    private final LaneStatistics statistics;

    /** The state as it was left by the write that gave numbers to nobody. */
    private @Nullable Position tailAt;

    private long tail;

    Settling(LaneStatistics statistics) {
        this.statistics = statistics;
    }

    /**
     * Keeps what a write has promised.
     *
     * @param now the state as it is known, null if it is not
     */
    void done(Write write, @Nullable Position now) {
        List<Promise> promises = write.draft().promises();
        boolean[] kept = new boolean[promises.size()];
        for (int i = 0; i < kept.length; i++) {
            Promise promise = promises.get(i);
            kept[i] = promise.keep().run();
            if (kept[i]) {
                statistics.given.addAndGet(promise.count());
            } else {
                promise.abandoned().run();
            }
        }
        boolean isLast = now != null && now.record().taken() == write.record().taken();
        long last = 0;
        boolean atEnd = isLast;
        for (int i = kept.length - 1; i >= 0; i--) {
            Promise promise = promises.get(i);
            boolean abandoned = !kept[i] && promise.atTail();
            atEnd &= abandoned || promise.numbers().isEmpty();
            if (abandoned && atEnd) {
                last += promise.count();
            } else if (abandoned) {
                statistics.givenUp.addAndGet(promise.count());
            }
        }
        tail = last;
        tailAt = last > 0 ? now : null;
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
            statistics.givenUp.addAndGet(tail);
            forget();
        }
    }

    void forget() {
        tail = 0;
        tailAt = null;
    }
}
