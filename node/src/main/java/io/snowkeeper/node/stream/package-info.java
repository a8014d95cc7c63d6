/**
 * The common parts of ports whose protocols send one request after the other over a connection: the server, the
 * pipeline, and the course of answers. Knows none of these protocols.
 */
@NullMarked
package io.snowkeeper.node.stream;

import org.jspecify.annotations.NullMarked;
