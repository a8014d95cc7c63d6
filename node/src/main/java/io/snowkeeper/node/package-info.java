/** A node of the fleet as a whole: what it is set to, and how its parts start and stop. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node;
