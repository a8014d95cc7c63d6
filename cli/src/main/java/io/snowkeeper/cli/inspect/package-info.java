/** The commands that show a fleet's znodes. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.inspect;
