package io.snowkeeper.coordinator.zookeeper.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes of a lane whose answers were lost. All are on the same version of the state, so at most one of them was or will be
 * done; which one, a later version of the state tells. Used by the lane's thread only.
 */
final class LostWrites {

    private final List<Write> writes = new ArrayList<>();

    boolean isEmpty() {
        return writes.isEmpty();
    }

    /**
     * Adds a write, unless it is known that it was not done.
     *
     * @param cause what it failed by, null if that is not known
     */
    void add(Write write, @Nullable Throwable cause) {
        if (!Failures.isDeniedWrite(cause)) {
            writes.add(write);
        }
    }

    /** Forgets them: another write on the same version was done. */
    void clear() {
        writes.clear();
    }

    /**
     * Finds out which was done, if the state is a later one than they need: those that were not done never will be.
     *
     * @param done called with the one that was done
     * @return whether it is known of each what became of it, or will be
     */
    boolean resolve(Position read, Consumer<Write> done) {
        if (writes.isEmpty() || writes.get(0).base().isSameVersion(read)) {
            return true;
        }
        boolean known = false;
        for (Write write : List.copyOf(writes)) {
            if (write.wasDone(read)) {
                done.accept(write);
                known = true;
            }
            known |= !write.mayBeForgotten(read);
        }
        writes.clear();
        return known;
    }

    /** Says that there is no sequence any more. */
    void resolveGone(Consumer<Write> done) {
        for (Write write : List.copyOf(writes)) {
            if (write.draft().deletesSequence()) {
                done.accept(write);
            }
        }
        writes.clear();
    }
}
