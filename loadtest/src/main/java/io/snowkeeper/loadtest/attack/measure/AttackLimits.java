package io.snowkeeper.loadtest.attack.measure;

import java.time.Duration;

/**
 * The limits that hold under an attack, beside that no innocent's request fails.
 *
 * @param slowdown how many times its 99th percentile of before an innocent's may be
 * @param floor the least 99th percentile of before that counts: a hiccup of the machine is many times a tenth of a
 *     millisecond
 * @param memoryMib resident memory of the node at the most, in MiB
 * @param logLines that it may log in each minute that has begun
 * @param recovery how soon after the attack's end each innocent has an answer in the usual time
 * @param stopMargin how much longer than the drain timeouts of its two ports the node may take to end
 */
public record AttackLimits(
        int slowdown, Duration floor, long memoryMib, int logLines, Duration recovery, Duration stopMargin) {

    public AttackLimits {
        if (slowdown < 1 || memoryMib < 1 || logLines < 0) {
            throw new IllegalArgumentException("must be >= 1: slowdown=%s, memory=%s; must be >= 0: log-lines=%s"
                    .formatted(slowdown, memoryMib, logLines));
        }
    }

    /** Returns the time that an answer may always take. */
    public Duration usual() {
        return floor.multipliedBy(slowdown);
    }
}
