package io.snowkeeper.sequences.fleet;

import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import java.util.Optional;
import java.util.function.Supplier;

/** How a process comes to the sequences of its fleet. Thread-safe. */
@FunctionalInterface
public interface SequenceConnector {

    /**
     * Makes sequences that are not started yet.
     *
     * @param joined the id of the fleet that this node's ids are of, empty as long as there is none, and the same from then
     *     on: where the store shows another fleet than that, or than it has shown before, nothing is served any more. Asked from any
     *     thread
     * @throws IllegalArgumentException if the store's address is malformed, or the files for TLS cannot be used
     */
    Sequences connect(SequenceSettings settings, Supplier<Optional<String>> joined);
}
