/** A connection's way through TLS: the handlers of its pipeline, the turns of handshakes, and their log. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.tls.handshake;
