package io.snowkeeper.loadtest.attack;

/** What the node's ports, its clients and its attackers speak. */
enum Transport {
    /** TCP as it is. */
    PLAIN,
    /** TLS, on both ports. */
    TLS
}
