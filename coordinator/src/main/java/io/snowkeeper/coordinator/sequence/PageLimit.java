package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.InvalidSequenceException;

/** The limit of how much a page has. */
final class PageLimit {

    /** The most that any page has. */
    static final int MAX = 1_000;

    private PageLimit() {}

    /**
     * Returns a limit that is within its range.
     *
     * @throws InvalidSequenceException if it is not 1 to {@value #MAX}
     */
    static int require(int limit) {
        if (limit < 1 || limit > MAX) {
            throw new InvalidSequenceException("must be >= 1 && <= %s: limit=%s".formatted(MAX, limit));
        }
        return limit;
    }
}
