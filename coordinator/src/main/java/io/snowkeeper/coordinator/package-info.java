/**
 * Membership in a fleet: a node joins the fleet, is leased a worker id with a
 * {@link io.snowkeeper.core.Reservation reservation} of time, and keeps both until it leaves. No type of ZooKeeper or
 * Curator appears here.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator;
