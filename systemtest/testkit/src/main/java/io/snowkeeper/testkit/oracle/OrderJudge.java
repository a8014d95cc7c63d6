package io.snowkeeper.testkit.oracle;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The judge of the order of a fleet's ids: a call that begins after another one was answered gets a larger id, whichever nodes they were
 * made to. Thread-safe.
 */
public interface OrderJudge {

    /** Returns this moment's data for judging a call that begins now. */
    long begun();

    /**
     * Looks at ids that a call was answered with.
     *
     * @param by which process or client they came from
     * @param begun the result of {@link #begun} before the call was made
     */
    void answered(String by, long begun, long... ids);

    /** Returns a judge of a fleet of one worker id. {@code broken} gets each breach; it may throw. */
    static OrderJudge ofOneWorker(Consumer<String> broken) {
        AtomicLong highest = new AtomicLong(Long.MIN_VALUE);
        return new OrderJudge() {
            @Override
            public long begun() {
                return highest.get();
            }

            @Override
            public void answered(String by, long begun, long... ids) {
                long lowestOfAll = Long.MAX_VALUE;
                long highestOfAll = Long.MIN_VALUE;
                for (long id : ids) {
                    lowestOfAll = Math.min(lowestOfAll, id);
                    highestOfAll = Math.max(highestOfAll, id);
                }
                highest.accumulateAndGet(highestOfAll, Math::max);
                if (ids.length > 0 && lowestOfAll <= begun) {
                    broken.accept(
                            "%s gave id %s to a call that began after %s was given".formatted(by, lowestOfAll, begun));
                }
            }
        };
    }

    /** Returns a judge of a fleet whose nodes give ids at the same time: it looks at nothing. */
    static OrderJudge ofManyWorkers() {
        return new OrderJudge() {
            @Override
            public long begun() {
                return Long.MIN_VALUE;
            }

            @Override
            public void answered(String by, long begun, long... ids) {
                // They have no order to be judged by.
            }
        };
    }
}
