/** Processes on this machine, and their resources. Needs nothing but the JDK. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.process;
