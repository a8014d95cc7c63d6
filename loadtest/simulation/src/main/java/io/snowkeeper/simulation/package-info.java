/** A whole fleet in one thread: its shipped classes in a world whose time, network, disks and clocks are one stream of choices. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.simulation;
