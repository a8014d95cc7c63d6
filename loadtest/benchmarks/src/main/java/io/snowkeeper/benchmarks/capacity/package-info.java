/** What ZooKeeper and nodes bear: writes of ensembles, memory of records, a fleet with all of its worker ids taken. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.capacity;
