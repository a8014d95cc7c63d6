/** An operator's recovery after ZooKeeper was restored from a backup. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.fleet;
