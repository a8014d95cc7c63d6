/**
 * The port between the coordinator and the store of its records: versioned records in a tree, atomic changes under
 * conditions, records that live as long as a session, watches, and elections. It reports the outcome of each write:
 * done, refused, or unknown.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.store;
