/** The common parts of records' payloads. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.payload;
