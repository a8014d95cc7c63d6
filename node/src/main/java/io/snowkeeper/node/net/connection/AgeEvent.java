package io.snowkeeper.node.net.connection;

/** The events of a connection's age. */
public enum AgeEvent {
    /** End at the next quiet moment. */
    REACHED,
    /** It has not come: take no further request, and end when the read ones are answered. */
    OVERDUE
}
