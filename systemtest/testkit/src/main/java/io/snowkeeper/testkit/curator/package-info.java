/** Curator's ZooKeeper servers in the process of the tests, without the files that they leave behind. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.curator;
