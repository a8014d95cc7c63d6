/** Races where time and sequence meet, each with all the outcomes that are permitted, for jcstress to run. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.stress;
