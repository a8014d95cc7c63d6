/**
 * The HTTP API: one resource for each kind of path. What a request does is the {@link io.snowkeeper.node.service service}'s
 * affair.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http.api;
