package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Collection;

/**
 * The limit on how many waiting commands go into the next write. It is all that fit, until ZooKeeper does not take that: then less and less,
 * down to one command, and more again with each write that is done. Used by the writer's thread only.
 */
final class BatchLimit {

    private static final int ALL = 1 << 20;

    /** From then on those that make znodes need not be apart any more. */
    private static final int MANY = 512;

    private int limit = ALL;

    /** How many commands that make znodes go together while they are apart from the others. */
    private int makersLimit = ALL;

    /** Whether a znode was refused, so that those that make some must not keep the others from being served. */
    private boolean apart;

    private boolean makersTurn;
    private boolean makersLast;
    private int broken;

    /**
     * Determines whose turn it is.
     *
     * @param othersWait whether there is something to write that makes no znode, beside the waiting commands
     */
    void begin(Collection<Command<?>> waiting, SequenceRecord record, boolean othersWait) {
        if (apart) {
            boolean makers = waiting.stream().anyMatch(command -> !command.isSettled() && command.makesZnodes(record));
            boolean others = othersWait
                    || waiting.stream().anyMatch(command -> !command.isSettled() && !command.makesZnodes(record));
            makersTurn = makers && !(others && makersLast);
        }
    }

    /** Returns whether a znode was refused lately. */
    boolean isApart() {
        return apart;
    }

    /** Returns whether it is the turn of a command. */
    boolean takes(Command<?> command, SequenceRecord record) {
        return !apart || command.makesZnodes(record) == makersTurn;
    }

    /** Returns how many commands, and how many operations of theirs, may be planned. */
    int max() {
        return apart && makersTurn ? Math.min(limit, makersLimit) : limit;
    }

    /** Notes that whose turn it was has had it. */
    void took() {
        makersLast = makersTurn;
    }

    /** Notes that a write was done. */
    void done() {
        broken = 0;
        limit = Math.min(ALL, limit * 2);
        if (apart && makersTurn) {
            makersLimit *= 2;
            apart = makersLimit <= MANY;
        }
    }

    /** Notes that the connection broke on a write; not for the first time, that may be for its size. */
    void broken(int planned) {
        if (planned > 0 && ++broken > 1) {
            halve(planned);
        }
    }

    /** Notes that so much was too much, unless it was nothing. Returns whether it can be less. */
    boolean halve(int planned) {
        if (planned == 0) {
            return false;
        }
        int present = Math.min(max(), planned);
        limit = Math.max(1, present / 2);
        return limit < present;
    }

    /** Notes that a znode was refused that a command makes. */
    void makerRefused() {
        apart = true;
        makersLast = true;
        makersLimit = 1;
    }
}
