package io.snowkeeper.loadtest.client;

/** What the node's ports, its clients and its attackers speak. */
public enum Transport {
    /** TCP as it is. */
    PLAIN,
    /** TLS, on both ports. */
    TLS
}
