/**
 * Leases of worker ids, and the port to the store that keeps them. ZooKeeper and Curator are on the class path: ZooKeeper's two jars share
 * packages, so no module can read both.
 */
@org.jspecify.annotations.NullMarked
module io.snowkeeper.coordinator {
    requires transitive io.snowkeeper.core;
    requires transitive com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.databind;
    requires java.security.sasl;
    requires org.slf4j;
    requires static org.jspecify;

    exports io.snowkeeper.coordinator;
    exports io.snowkeeper.coordinator.zookeeper;
    exports io.snowkeeper.coordinator.executor to
            io.snowkeeper.embedded,
            io.snowkeeper.node,
            io.snowkeeper.sequences;
    exports io.snowkeeper.coordinator.fleet to
            io.snowkeeper.sequences;
    exports io.snowkeeper.coordinator.log to
            io.snowkeeper.node,
            io.snowkeeper.sequences;
    exports io.snowkeeper.coordinator.payload to
            io.snowkeeper.sequences;
    exports io.snowkeeper.coordinator.progress to
            io.snowkeeper.embedded,
            io.snowkeeper.sequences;
    exports io.snowkeeper.coordinator.state to
            io.snowkeeper.node;
    exports io.snowkeeper.coordinator.store to
            io.snowkeeper.embedded,
            io.snowkeeper.sequences;

    opens io.snowkeeper.coordinator.fleet to
            com.fasterxml.jackson.databind;
    opens io.snowkeeper.coordinator.progress to
            com.fasterxml.jackson.databind;
    opens io.snowkeeper.coordinator.state to
            com.fasterxml.jackson.databind;
    opens io.snowkeeper.coordinator.store to
            com.fasterxml.jackson.databind;
}
