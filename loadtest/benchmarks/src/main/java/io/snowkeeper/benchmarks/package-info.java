/** Benchmarks of our ids, beside the libraries that people use instead, in one run. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks;
