/**
 * Named sequences kept in ZooKeeper. A {@link io.snowkeeper.coordinator.zookeeper.sequence.Lane} per sequence makes one
 * write after another; each is a transaction on the condition that nobody else has written the sequence's state.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.zookeeper.sequence;
