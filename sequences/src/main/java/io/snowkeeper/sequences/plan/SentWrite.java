package io.snowkeeper.sequences.plan;

import io.snowkeeper.sequences.record.Position;
import java.util.List;

/**
 * The part of a write that is kept until it is known what became of it: how to tell that, and what to do then. The write itself
 * may be of a megabyte.
 *
 * @param incarnation the sequence's incarnation
 * @param created the transaction that created the state's znode
 * @param version the version of the state that it needs
 * @param token what it leaves in the state
 * @param deletesSequence whether it leaves no state
 * @param actions what is to be done once it is known to be done
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

    /** Returns whether a later state does not tell any more that it was done, even if it was. */
    public boolean mayBeForgotten(Position read) {
        return incarnation.equals(read.incarnation()) && read.record().mayHaveDropped(token);
    }
}
