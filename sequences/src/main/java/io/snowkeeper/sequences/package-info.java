/**
 * Named sequences: numbers of reserved ranges, durable and never handed out twice over a whole fleet. No type of
 * ZooKeeper or Curator appears here.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences;
