/** Sequences of the fleet that are served in the application's own process, and the codes of their failures. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.embedded.sequence;
