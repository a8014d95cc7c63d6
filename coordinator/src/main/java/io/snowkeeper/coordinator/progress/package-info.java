/** How far sequences have come, kept outside of ZooKeeper. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.progress;
