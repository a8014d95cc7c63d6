package io.snowkeeper.coordinator.zookeeper.sequence;

/**
 * A sequence's state as this node knows it, and what it takes to write it.
 *
 * @param incarnation the incarnation it belongs to
 * @param created the transaction that created the znode: its versions begin again if it is made anew
 * @param version the znode's version
 * @param record the state
 * @param knownSince when the read or write was sent that told it; the state is at least as new
 */
record Position(String incarnation, long created, int version, SequenceRecord record, long knownSince) {

    static Position of(String incarnation, Znode state, long knownSince) {
        return new Position(
                incarnation,
                state.stat().getCzxid(),
                state.stat().getVersion(),
                state.as(SequenceRecord.class),
                knownSince);
    }

    Position after(SequenceRecord written, long sent) {
        return new Position(incarnation, created, version + 1, written, sent);
    }

    /** Returns whether the state was this one before it was the other. */
    boolean isOlderThan(Position other) {
        return created < other.created || (created == other.created && version < other.version);
    }

    boolean isSameVersion(Position other) {
        return created == other.created && version == other.version;
    }
}
