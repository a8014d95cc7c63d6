/** Benchmarks of a line of the protocol, without a socket. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.line;
