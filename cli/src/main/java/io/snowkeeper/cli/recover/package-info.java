/** The command that sees to the sequences of a fleet whose ZooKeeper was restored from a backup. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.recover;
