/**
 * The coordinator's store in ZooKeeper: the port over ZooKeeper's client and Curator, login, TLS, the embedded server, and the
 * beginning of memberships, retirements and sequences that are kept there. Nothing else knows ZooKeeper.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.zookeeper;
