/** The HTTP server: its pipeline, its limits, and the exchange on a connection. The answers are made in {@code api}. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http;
