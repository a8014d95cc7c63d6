/** The traffic between clients and ZooKeeper: counted, cut off, and compared with the documents. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.wire;
