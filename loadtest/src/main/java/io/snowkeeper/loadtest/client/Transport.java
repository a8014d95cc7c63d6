package io.snowkeeper.loadtest.client;

/** The transport of a node's ports, its clients and its attackers. */
public enum Transport {
    /** TCP as it is. */
    PLAIN,
    /** TLS, on both ports. */
    TLS
}
