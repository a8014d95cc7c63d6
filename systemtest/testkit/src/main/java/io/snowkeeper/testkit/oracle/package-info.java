/** Judges of the answers to clients: the same ones for simulated time and for real processes. They need core alone. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.oracle;
