package io.snowkeeper.node.line;

/** Tells a connection that its server is being stopped. */
enum DrainEvent {
    /** End when the client has asked nothing for a moment. */
    WHEN_QUIET,
    /** End when what is answered has been sent. */
    NOW
}
