/**
 * The HTTP API: one resource for each kind of path. The {@link io.snowkeeper.node.service service} executes the
 * requests.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http.api;
