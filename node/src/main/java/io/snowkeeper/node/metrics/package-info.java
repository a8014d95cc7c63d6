/**
 * The metrics of a node, for Prometheus. Nothing here is on the way of a request over the line protocol: it is asked,
 * it does not ask.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.metrics;
