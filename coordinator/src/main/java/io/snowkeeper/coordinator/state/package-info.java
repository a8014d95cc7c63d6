/** A node's state directory: what it must know of itself after a restart. Internal to the coordinator. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.state;
