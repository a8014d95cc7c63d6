/** Processes on this machine, what they take of it, and its ports. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.process;
