package io.snowkeeper.coordinator.state;

import io.snowkeeper.coordinator.progress.SequenceNotes;
import java.io.IOException;
import java.util.Optional;

/** The store of a node's state, which outlives its process. */
public interface NodeStateStore extends AutoCloseable {

    /** Returns the state of the former process, empty if there was none. */
    Optional<NodeState> load();

    /**
     * When this returns, the state survives a crash of the machine.
     *
     * @throws IOException if that cannot be had; the message names the file
     */
    void save(NodeState state) throws IOException;

    /** Returns the note of the former process of how far sequences had come, empty if there is none. */
    default Optional<SequenceNotes> loadNotes() {
        return Optional.empty();
    }

    /**
     * Keeps a note of how far sequences have come, as {@link #save} keeps a state.
     *
     * @throws IOException if that cannot be had; the message names the file
     */
    default void saveNotes(SequenceNotes notes) throws IOException {}

    /** Returns whether an operator says that ZooKeeper was restored from a backup since the former process ended. */
    default boolean saysRestored() {
        return false;
    }

    /** Notes that the report of {@link #saysRestored} is known everywhere. */
    default void restoredIsKnown() throws IOException {}

    /**
     * Returns an identity that distinguishes this place from a copy of it, {@link NodeState#place}; empty if there is
     * none.
     */
    Optional<String> place();

    /** Returns how far ahead of use the time is reserved here, in milliseconds. */
    long aheadMillis();

    @Override
    void close();

    /** Returns a store that keeps nothing: the reservation in ZooKeeper governs alone. */
    static NodeStateStore none() {
        return new NodeStateStore() {
            @Override
            public Optional<NodeState> load() {
                return Optional.empty();
            }

            @Override
            public void save(NodeState state) {}

            @Override
            public Optional<String> place() {
                return Optional.empty();
            }

            @Override
            public long aheadMillis() {
                return Integer.MAX_VALUE;
            }

            @Override
            public void close() {}
        };
    }
}
