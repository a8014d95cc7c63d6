/**
 * What a node does with a {@link io.snowkeeper.node.service.Request request}, whichever door it came through. Knows no
 * network protocol.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.service;
