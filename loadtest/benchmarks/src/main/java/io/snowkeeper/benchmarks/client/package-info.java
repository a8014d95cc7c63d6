/** Clients in an application's process, each with a server: calls a second. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.benchmarks.client;
