/** The command line: options from arguments, environment and file, and what the process prints and returns. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli;
