/** Ids in the memory of an application, under a worker id that is leased from a fleet. */
@org.jspecify.annotations.NullMarked
module io.snowkeeper.embedded {
    requires transitive io.snowkeeper.sequences;
    requires org.slf4j;
    requires static micrometer.core;
    requires static org.jspecify;

    exports io.snowkeeper.embedded;
    exports io.snowkeeper.embedded.metrics;
    exports io.snowkeeper.embedded.id to
            io.snowkeeper.node;
    exports io.snowkeeper.embedded.member to
            io.snowkeeper.node;
    exports io.snowkeeper.embedded.sequence to
            io.snowkeeper.node;
}
