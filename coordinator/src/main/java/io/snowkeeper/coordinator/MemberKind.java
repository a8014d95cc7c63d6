package io.snowkeeper.coordinator;

/** A kind of member of a fleet, for people to see. */
public enum MemberKind {
    /** A server, which issues ids to clients. */
    NODE,
    /** An application, which makes ids for itself. */
    EMBEDDED
}
