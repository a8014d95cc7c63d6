/** Worker leases kept in ZooKeeper: claims, slots, reservations, and the state directory beside them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.zookeeper;
