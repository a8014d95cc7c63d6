package io.snowkeeper.node.stream;

/** The event that tells a connection of its server's stop. */
public enum DrainEvent {
    /** End when the client has asked nothing for a moment. */
    WHEN_QUIET,
    /** End when what is answered has been sent. */
    NOW
}
