/** A connection's way through TLS: the handlers of its pipeline, the turns of handshakes, and what is logged of them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.tls.handshake;
