package io.snowkeeper.cli.migrate.source;

import java.io.IOException;

/** A place where counters are kept. */
public interface CounterSource {

    /** Returns who counts there. */
    Origin origin();

    /** Returns where counters are looked for, as a person is told: {@code database 0 of redis1:6379}. */
    String place();

    /** Returns how a person is told that it could not be read; why follows after a colon. */
    String unread();

    /**
     * Begins to read it.
     *
     * @param match a pattern of keys, as {@link Glob} has it
     * @throws IOException if it cannot be reached, or does not let itself be read
     */
    CounterPages open(String match) throws IOException;
}
