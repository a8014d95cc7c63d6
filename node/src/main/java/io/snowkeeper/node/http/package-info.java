/**
 * HTTP: the API, health, metrics. What a request does is the {@link io.snowkeeper.node.service service}'s affair; here it is
 * read, routed, and its answer written.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http;
