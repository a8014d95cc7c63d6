package io.snowkeeper.client;

import java.util.Locale;

/** What a sequence promises, and what a number of it costs. */
public enum SequenceMode {
    /** Increasing per node, from blocks in the node's memory. The fastest. A node that dies loses the rest of its block. */
    BLOCK,
    /** Increasing over the fleet, in the order of the answers. A number is lost only if its answer is. */
    ORDERED,
    /** No number is lost: each is reserved, and must be confirmed or cancelled. */
    GAPLESS;

    /** Returns the mode as it is sent. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
