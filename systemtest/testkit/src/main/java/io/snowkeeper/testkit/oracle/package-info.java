/** Judges of what clients were told: the same ones for simulated time and for real processes. They need core alone. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.oracle;
