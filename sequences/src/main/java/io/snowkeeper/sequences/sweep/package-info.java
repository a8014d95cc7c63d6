/** The sweep: reservations and keys whose time is up, and deleted sequences' remains. Internal to the coordinator. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.sweep;
