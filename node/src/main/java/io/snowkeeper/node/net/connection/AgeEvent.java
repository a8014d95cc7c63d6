package io.snowkeeper.node.net.connection;

/** The event that tells a connection that it is old enough. */
public enum AgeEvent {
    /** End at the next quiet moment. */
    REACHED,
    /** It has not come: take no further request, and end when what was read is answered. */
    OVERDUE
}
