/** Processes on this machine, and what they take of it. Needs nothing but the JDK. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.process;
