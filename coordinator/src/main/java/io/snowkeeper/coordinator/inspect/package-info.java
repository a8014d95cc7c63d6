/** A look at a fleet's records as they are, for people: nothing here writes. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.inspect;
