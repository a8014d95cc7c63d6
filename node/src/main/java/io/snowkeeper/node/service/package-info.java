/**
 * The service behind all ports: executes a {@link io.snowkeeper.node.service.message.Request request}, knows whether
 * the node is ready, and counts. Knows no network protocol.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.service;
