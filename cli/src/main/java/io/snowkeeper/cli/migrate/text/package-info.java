/** Counters as lines of text, for all that has no reader of its own. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.migrate.text;
