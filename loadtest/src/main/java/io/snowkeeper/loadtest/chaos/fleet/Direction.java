package io.snowkeeper.loadtest.chaos.fleet;

/** The two directions of a link. */
public enum Direction {
    /** From the node to ZooKeeper. */
    TO_SERVER,
    /** From ZooKeeper to the node. */
    TO_NODE
}
