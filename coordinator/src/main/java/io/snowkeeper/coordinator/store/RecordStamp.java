package io.snowkeeper.coordinator.store;

/**
 * The stamp of a record: when it was made and written. The store numbers its transactions in the order in which it does them, so of
 * two states of one path the one with the higher number is the newer one, even if the record was deleted and made again between.
 *
 * @param version how often the record was written since it was made, from 0; wraps at 2^31
 * @param created the transaction that made it
 * @param written the transaction that wrote it last
 * @param childrenChanged the transaction that made or deleted a child last; of the children that are made after 2^31 - 1 others,
 *     none counts
 * @param createdMillis when it was made, in Unix milliseconds by the store's clock
 * @param writtenMillis when it was written last, in Unix milliseconds by the store's clock
 * @param childChanges how often a child was made or deleted, modulo 2^32, as far as those that were made count
 * @param children how many children there are
 * @param session the session that it lives as long as, 0 if it does not end with one
 */
public record RecordStamp(
        int version,
        long created,
        long written,
        long childrenChanged,
        long createdMillis,
        long writtenMillis,
        int childChanges,
        int children,
        long session) {

    /**
     * The identity of a write among those of one path.
     *
     * @param created the transaction that made the record
     * @param version how often the record was written since
     * @param transaction the one that wrote it
     */
    public record Write(long created, int version, long transaction) {

        /**
         * Returns whether it was done before the other one, or leaves a state that the other one cannot have followed: others may have
         * written as often since as to bring the record to the same version.
         */
        public boolean isOlderThan(Write other) {
            boolean undone = created == other.created && transaction != other.transaction && version <= other.version;
            return undone || transaction < other.transaction;
        }
    }

    public Write write() {
        return new Write(created, version, written);
    }
}
