/** What goes between clients and ZooKeeper: counted, cut off, and as the documents say it. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.wire;
