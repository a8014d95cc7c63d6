/**
 * A machine that breaks a real fleet in every way we know while it counts ids, and says whether what the fleet promises was
 * kept.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos;
