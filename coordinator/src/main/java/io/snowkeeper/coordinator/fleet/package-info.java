/**
 * The fleet's records in the store: the holders of worker ids, and every read and write of them. Internal to the
 * coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.fleet;
