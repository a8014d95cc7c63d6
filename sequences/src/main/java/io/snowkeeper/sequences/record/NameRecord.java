package io.snowkeeper.sequences.record;

import org.jspecify.annotations.Nullable;

/**
 * Payload of a name's znode.
 *
 * <pre>{@code
 * /sequences/invoices
 * {"incarnation":"53l00uxqj2b7zuz2"}
 * }</pre>
 *
 * @param incarnation the sequence that has the name, null if it was deleted; as {@link Tokens} makes it, since it is part of paths
 */
public record NameRecord(@Nullable String incarnation) {

    /** @throws IllegalArgumentException if it cannot be part of a path */
    public NameRecord {
        if (incarnation != null) {
            Tokens.require("incarnation", incarnation);
        }
    }
}
