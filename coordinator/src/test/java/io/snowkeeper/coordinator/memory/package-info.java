/**
 * The coordinator's store in memory, for tests and simulations: one tree that clients of one process share, without a
 * thread of its own, whose connections, sessions and answers fail on command.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.memory;
