/** Meters of the source of ids, and of numbers that are bound to transactions. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.spring.metrics;
