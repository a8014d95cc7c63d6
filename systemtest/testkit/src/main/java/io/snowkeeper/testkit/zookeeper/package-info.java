/** ZooKeeper servers in processes of their own. Needs nothing but the JDK. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.zookeeper;
