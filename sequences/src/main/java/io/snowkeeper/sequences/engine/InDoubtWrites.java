package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.plan.SentWrite;
import io.snowkeeper.sequences.record.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The writes of a sequence's writer whose answers were lost. All are on the same version of the state, so at most one
 * of them was or will be done; a later version of the state shows which one. Used by the writer's thread only.
 */
final class InDoubtWrites {

    /** At this number, the next write only has to find out their outcome. */
    private static final int MAX = 2;

    private final List<SentWrite> writes = new ArrayList<>(MAX);

    boolean isEmpty() {
        return writes.isEmpty();
    }

    /**
     * Returns whether the next write must be an empty one: it moves the version on, which settles the outcome of these.
     */
    boolean mustSettle() {
        return writes.size() >= MAX;
    }

    /** Adds a write. One that is sent while {@link #mustSettle} has promised nothing, and need not be known. */
    void add(SentWrite write) {
        if (!mustSettle()) {
            writes.add(write);
        }
    }

    int size() {
        return writes.size();
    }

    /** Forgets them: another write on the same version was done. */
    void clear() {
        writes.clear();
    }

    /**
     * Finds out which was done, if the state is a later one than they need: those that were not done never will be.
     *
     * @param done called with the one that was done
     * @return whether the outcome of each is known, or will be
     */
    boolean resolve(Position read, Consumer<SentWrite> done) {
        if (writes.isEmpty() || writes.get(0).isOn(read)) {
            return true;
        }
        boolean known = false;
        for (SentWrite write : List.copyOf(writes)) {
            if (write.wasDone(read)) {
                done.accept(write);
                known = true;
            }
            known |= !write.mayBeForgotten(read);
        }
        writes.clear();
        return known;
    }

    /** Resolves all, since the sequence does not exist any more. */
    void resolveGone(Consumer<SentWrite> done) {
        for (SentWrite write : List.copyOf(writes)) {
            if (write.deletesSequence()) {
                done.accept(write);
            }
        }
        writes.clear();
    }
}
