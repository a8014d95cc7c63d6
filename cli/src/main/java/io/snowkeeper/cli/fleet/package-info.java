/** The command that shows the fleet, once or again and again. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.fleet;
