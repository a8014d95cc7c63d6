/** The commands that take over other systems' counters. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.migrate;
