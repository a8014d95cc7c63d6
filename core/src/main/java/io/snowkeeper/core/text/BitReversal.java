package io.snowkeeper.core.text;

/**
 * The form of ids for databases that split tables by ranges of the key, such as Spanner, CockroachDB and TiDB: with their 63 bits in
 * reversed order, ids that follow each other are far apart, so that inserts meet many ranges instead of the last one. They do not sort by
 * time any more.
 */
public final class BitReversal {

    private BitReversal() {}

    /**
     * Returns an id with its 63 bits in reversed order; reversed once more it is the id again.
     *
     * @throws IllegalArgumentException if the id is negative
     */
    public static long of(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("id must be >= 0: id=" + id);
        }
        return Long.reverse(id) >>> 1;
    }
}
