/** The command line of the load tests. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest;
