/**
 * The port between what the coordinator does and who keeps its records: versioned records in a tree, atomic changes under
 * conditions, records that live as long as a session, watches, and elections. It says of each write what became of it: done,
 * refused, or unknown.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.store;
