package io.snowkeeper.spring;

import io.snowkeeper.core.api.NumberSequence;

/** The sequences of a fleet, by their names. Thread-safe. */
@FunctionalInterface
public interface NumberSequences {

    /**
     * Returns access to a sequence. Nothing is asked, and it need not exist.
     *
     * @param name 1 to 128 of A-Z, a-z, 0-9, '.', '_' and '-', and not '.' or '..'
     * @throws IllegalArgumentException if that is no name of a sequence
     */
    NumberSequence sequence(String name);
}
