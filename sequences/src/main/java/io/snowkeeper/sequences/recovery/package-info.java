/** How a sequence goes on where older data of ZooKeeper were put back. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.recovery;
