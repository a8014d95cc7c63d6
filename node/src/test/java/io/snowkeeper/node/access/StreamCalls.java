package io.snowkeeper.node.access;

import io.snowkeeper.node.stream.StreamSession;

/** All calls of a port by which a client sends one request after the other. */
public interface StreamCalls extends PortCalls {

    /** Returns a call as it goes over the wire, of characters that are one byte each. */
    String request(String call);

    /** Returns the session of a client whose calls the service refuses. */
    StreamSession session(ClientAccess access);
}
