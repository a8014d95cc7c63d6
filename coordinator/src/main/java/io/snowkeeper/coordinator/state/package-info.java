/** A node's state directory: its memory over a restart. Internal to the coordinator. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.state;
