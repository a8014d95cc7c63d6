package io.snowkeeper.core.sequence;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The promise that a sequence makes, and the cost of a number; chosen when the sequence is created, for good. */
public enum SequenceMode {
    /**
     * Numbers come from blocks that a node keeps in memory. Increasing per node. A node that dies loses the rest of its
     * block.
     */
    BLOCK,
    /**
     * Every number is written before it is handed out; requests that wait together share a write. Increasing over the
     * fleet, in the order of the answers. A number is lost only if its caller has gone before the answer.
     */
    ORDERED,
    /**
     * A number is reserved and must be confirmed; cancelled, it is handed out again, the lowest first, and not confirmed in time,
     * it is held or handed out again, as {@link AtExpiry} says. None is lost.
     */
    GAPLESS;

    /** Returns the name by which the mode is written: {@code gapless}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the mode that is written so, empty if there is none. */
    public static Optional<SequenceMode> of(String text) {
        return Stream.of(values()).filter(mode -> mode.text().equals(text)).findFirst();
    }
}
