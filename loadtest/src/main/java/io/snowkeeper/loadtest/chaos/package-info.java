/**
 * A machine that breaks a real fleet in every known way while it counts ids, and reports whether the fleet's promises
 * were kept.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos;
