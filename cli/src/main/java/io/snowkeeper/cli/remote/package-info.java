/** The commands that ask nodes that run elsewhere. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.remote;
