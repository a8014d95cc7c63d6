package io.snowkeeper.node.stream;

/** The events by which a server announces its stop to a connection. */
public enum DrainEvent {
    /** End when the client has asked nothing for a moment. */
    WHEN_QUIET,
    /** End when the finished answers have been sent. */
    NOW
}
