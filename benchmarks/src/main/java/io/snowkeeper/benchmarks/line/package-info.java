/** What a line of the protocol costs, without a socket. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.line;
