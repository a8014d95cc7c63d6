/** What nodes tell of their whole fleet: they ask each other how they stand, and put the answers together with what ZooKeeper tells. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.report.fleet;
