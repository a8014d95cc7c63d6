/** Blocking clients of the line protocol and of HTTP, over plain sockets or TLS, with one request at a time. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.client;
