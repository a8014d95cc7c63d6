/** Numbers of named sequences per second, over one and three ZooKeeper servers. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.sequence;
