package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.business.Period;

/**
 * The gate through which numbers of a period leave a node's memory: it shuts some time before another node may have
 * handed out numbers of the next period, and then requests need a write.
 *
 * @param shutsAt when it shuts, by the node's stopwatch
 */
public record PeriodGate(Period period, long shutsAt) {

    boolean isShut(long now) {
        return now - shutsAt >= 0;
    }
}
