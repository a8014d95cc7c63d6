package io.snowkeeper.client;

/**
 * Sees to it that the ids of one connection rise from one answer to the next, as those of one node do. For what holds over several
 * connections, see {@link SeenIds}. Not thread-safe.
 */
final class RisingIds {

    private long highest = -1;

    /**
     * Takes the next ids.
     *
     * @throws InvalidAnswerException if one is not higher than the one before
     */
    void require(long[] ids) {
        long last = highest;
        for (long id : ids) {
            if (id <= last) {
                throw new InvalidAnswerException("ids must rise: %d comes after %d".formatted(id, last));
            }
            last = id;
        }
        highest = last;
    }
}
