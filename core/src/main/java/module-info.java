/**
 * Ids from the memory of one process: bit layouts and thread-safe generators. Needs nothing but the JDK, does no I/O and
 * starts no thread.
 */
@org.jspecify.annotations.NullMarked
module io.snowkeeper.core {
    requires static org.jspecify;

    exports io.snowkeeper.core;
    exports io.snowkeeper.core.api;
    exports io.snowkeeper.core.business;
    exports io.snowkeeper.core.sequence;
    exports io.snowkeeper.core.sortable;
    exports io.snowkeeper.core.text;
}
