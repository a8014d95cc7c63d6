package io.snowkeeper.loadtest.chaos.fleet;

/** The two directions of a link. */
public enum Direction {
    /** What the node sends. */
    TO_SERVER,
    /** What ZooKeeper sends. */
    TO_NODE
}
