package io.snowkeeper.cli.migrate;

import java.util.Optional;

/** A source's value under a name. */
sealed interface SourceKey {

    /** Returns its name there. */
    String text();

    /**
     * A counter.
     *
     * @param value all its numbers so far are at or below this; the next number is a step above
     * @param last it gives out no number above this
     * @param step how far each of its numbers is from the one before, from 1
     * @param note a remark on it; empty for none
     */
    record Counter(String text, long value, long last, long step, Optional<String> note) implements SourceKey {

        /** A counter that counts by ones. */
        public Counter(String text, long value, long last, Optional<String> note) {
            this(text, value, last, 1, note);
        }
    }

    /**
     * A value that no sequence can replace.
     *
     * @param reason why
     */
    record Other(String text, String reason) implements SourceKey {}

    /**
     * A value that may be a counter, but is unreadable.
     *
     * @param reason why, and the remedy
     */
    record Unreadable(String text, String reason) implements SourceKey {}

    /** Returns a counter that goes on to 2^63-1. */
    static Counter counter(String text, long value) {
        return new Counter(text, value, Long.MAX_VALUE, Optional.empty());
    }
}
