/** The command line: options from arguments, environment and file, and the process' output and exit status. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli;
