package io.snowkeeper.client.internal.connection;

import io.snowkeeper.client.internal.wire.InvalidAnswerException;

/**
 * A check that the ids of one connection rise from one answer to the next, as those of one node do. Not thread-safe.
 */
public final class MonotonicCheck {

    private long highest = -1;

    /**
     * Takes the next ids.
     *
     * @throws InvalidAnswerException if one is not higher than the one before
     */
    public void require(long[] ids) {
        long last = highest;
        for (long id : ids) {
            if (id <= last) {
                throw new InvalidAnswerException("ids must rise: %s comes after %s".formatted(id, last));
            }
            last = id;
        }
        highest = last;
    }
}
