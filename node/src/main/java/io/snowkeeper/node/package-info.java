/** A node of the fleet as a whole: its settings, and how its parts start and stop. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node;
