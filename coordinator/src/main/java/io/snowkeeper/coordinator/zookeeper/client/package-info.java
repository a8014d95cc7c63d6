/** How the coordinator's packages connect to ZooKeeper. Not for anybody else: Curator shows here. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.zookeeper.client;
