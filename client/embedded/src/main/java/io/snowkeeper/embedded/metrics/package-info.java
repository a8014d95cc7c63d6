/** Meters for applications that have Micrometer. Nothing else here needs it. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.embedded.metrics;
