/**
 * The protocol by which a node gets, keeps and hands back a worker id. It knows the store's port, clocks and the executors that it is
 * given; no connection and no thread is its own. Internal to the coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.lease;
