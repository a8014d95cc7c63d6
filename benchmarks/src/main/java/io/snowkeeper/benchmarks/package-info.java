/** What our ids cost, beside the libraries that people use instead, in one run. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks;
