/** The commands that run a node in this process, and how that process stops. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.serve;
