/** Clocks that a test sets, and how long tests wait. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.time;
