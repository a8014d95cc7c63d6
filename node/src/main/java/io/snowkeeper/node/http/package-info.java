/** The HTTP server: its pipeline, its limits, and the exchange on a connection. What is answered is in {@code api}. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http;
