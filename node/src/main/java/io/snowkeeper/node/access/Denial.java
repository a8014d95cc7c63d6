package io.snowkeeper.node.access;

/** The cause for which a request is denied. */
public enum Denial {
    /** The node has a token, and the client has shown none. */
    NO_ADMIN_TOKEN,
    /** The client has shown a token, and it is not the node's. */
    WRONG_ADMIN_TOKEN,
    /** The node has no token, and the client is not on its machine. */
    FROM_ELSEWHERE,
    /** The client's token is unknown to the policy. */
    UNKNOWN_TOKEN,
    /** The client has shown nothing, and the policy does not give that right to those. */
    ANONYMOUS,
    /** The policy does not give that right to the client. */
    NO_RIGHT
}
