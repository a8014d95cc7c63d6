/** Nodes' reports on their whole fleet: they query each other, and combine the answers with ZooKeeper's data. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.report.fleet;
