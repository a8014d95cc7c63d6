/** A fleet of real processes on this machine: three ZooKeeper servers, nodes, and links between them that can be broken. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos.fleet;
