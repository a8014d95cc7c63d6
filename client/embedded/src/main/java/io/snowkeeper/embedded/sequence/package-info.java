/** Sequences of the fleet that are served in the application's own process, and how their failures are told. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.embedded.sequence;
