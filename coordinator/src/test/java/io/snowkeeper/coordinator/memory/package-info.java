/**
 * The coordinator's store in memory, for tests and simulations: one tree that clients of one process share, without a thread of its
 * own, whose connections, sessions and answers fail when they are told to.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.memory;
