package io.snowkeeper.coordinator.store.difference;

import java.util.List;

/**
 * A request of a script. A path is below the fleet's root; one that begins with {@code $} and a number goes on from that ephemeral
 * record of the script. A watch is known by its number among those of its client, 0 for none.
 */
sealed interface Request {

    /** The creation of missing records. */
    record Ensure(String path) implements Request {}

    /** The reading of a record. */
    record Read(String path, int watch) implements Request {}

    /** The reading of several records at once. */
    record ReadAll(List<String> paths) implements Request {}

    /** A look at a record's stamp. */
    record Stamp(String path, int watch) implements Request {}

    /** The reading of the children's names. */
    record Children(String path) implements Request {}

    /** An atomic write. */
    record Write(List<Draft> drafts) implements Request {}

    /** A confirmation. */
    record Confirm(String path) implements Request {}

    /** A sync. */
    record Sync() implements Request {}

    /** A request for the records that are open to every client. */
    record OpenRecords(List<String> paths) implements Request {}

    /** Returns a path, or its beginning and its length if it is long. */
    static String shown(String path) {
        return path.length() <= 60 ? path : "%s…(%d)".formatted(path.substring(0, 20), path.length());
    }
}
