/**
 * Ids in an application's own process, under worker ids that are leased from a fleet: with the lease, the reservation and the
 * fences of a node. Applications use this package, and {@link io.snowkeeper.embedded.metrics} where they have Micrometer.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.embedded;
