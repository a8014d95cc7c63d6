package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.NoAnswerException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the store, with a session of its own, for bulk reads: names, and sweeps. It takes answers that would
 * break the connection that numbers go over, and its failures do not affect numbers. It is opened when it is needed
 * first. Thread-safe.
 */
public final class BulkConnection implements AutoCloseable {

    /** More than the names of all sequences that a fleet may have. */
    public static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    private final Supplier<CoordinationStore> opener;
    private final Function<CoordinationStore, SequenceStore> accessTo;

    private @Nullable CoordinationStore opened;
    private @Nullable SequenceStore tree;
    private boolean closed;

    /**
     * @param opener makes a store that takes answers of {@link #MAX_ANSWER_BYTES}, and starts it
     * @param accessTo makes access to it
     */
    public BulkConnection(Supplier<CoordinationStore> opener, Function<CoordinationStore, SequenceStore> accessTo) {
        this.opener = opener;
        this.accessTo = accessTo;
    }

    /** Returns the records as they are reached by this connection. Fails with {@link NoAnswerException} when it is closed. */
    public synchronized SequenceStore tree() {
        if (closed) {
            throw new NoAnswerException("the node stops");
        }
        SequenceStore present = tree;
        if (present == null) {
            CoordinationStore made = opener.get();
            opened = made;
            present = accessTo.apply(made);
            tree = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (opened != null) {
            opened.close();
        }
    }
}
