/**
 * The limits of ZooKeeper and nodes: writes of ensembles, memory of records, a fleet with all of its worker ids taken.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.capacity;
