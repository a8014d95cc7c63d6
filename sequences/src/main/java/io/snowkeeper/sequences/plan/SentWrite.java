package io.snowkeeper.sequences.plan;

import io.snowkeeper.sequences.record.Position;
import java.util.List;

/**
 * The part of a write that is kept until its outcome is known: how to recognize it, and the actions that follow. The
 * write itself may be of a megabyte.
 *
 * @param incarnation the sequence's incarnation
 * @param created the transaction that created the state's znode
 * @param version the state's version that it requires
 * @param token its mark in the state
 * @param deletesSequence whether it deletes the state
 * @param actions the actions once it is known to be done
 */
public record SentWrite(
        String incarnation,
        long created,
        int version,
        String token,
        boolean deletesSequence,
        List<CommitAction> actions) {

    /** Returns whether the state is the one that it needs. */
    public boolean isOn(Position read) {
        return created == read.created() && version == read.version();
    }

    /**
     * Returns whether it was done.
     *
     * @param read the state at a later version than it needs
     */
    public boolean wasDone(Position read) {
        return deletesSequence
                ? !incarnation.equals(read.incarnation())
                : read.record().hasGrant(token);
    }

    /** Returns whether a later state may no longer show that it was done. */
    public boolean mayBeForgotten(Position read) {
        return incarnation.equals(read.incarnation()) && read.record().mayHaveDropped(token);
    }
}
