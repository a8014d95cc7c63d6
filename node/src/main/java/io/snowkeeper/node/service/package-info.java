/**
 * The service behind all ports: what a node does with a {@link io.snowkeeper.node.service.message.Request request}, whether it
 * is ready, and what is counted. Knows no network protocol.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.service;
