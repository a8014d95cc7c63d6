/** The commands that take over what other systems have counted. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.migrate;
