package io.snowkeeper.core;

/** A generator of 64-bit ids, each once. */
@FunctionalInterface
public interface IdGenerator {
    /**
     * Returns an id that was not issued before.
     *
     * @throws IdUnavailableException if no id can be issued now without the risk of a duplicate
     */
    long next();
}
