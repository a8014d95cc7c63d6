package io.snowkeeper.node.report;

/** A kind of what happens to nodes. Its text is stable: programs may rely on it. */
public enum EventKind {
    /** A node's process began. */
    STARTED("started"),
    /** A node got a worker id, and issues ids under it. */
    WORKER_ID_TAKEN("worker-id-taken"),
    /** A node lost its worker id other than by handing it back. */
    WORKER_ID_LOST("worker-id-lost"),
    /** A node became ready. */
    READY("ready"),
    /** A node is not ready any more, for the reason that is given with it. */
    NOT_READY("not-ready"),
    /** A node was told to stop, and goes on answering while balancers turn away. */
    DRAIN_BEGUN("drain-begun"),
    /** A node found its clock set back. */
    CLOCK_SET_BACK("clock-set-back"),
    /** A node cannot reach ZooKeeper any more. */
    ZOOKEEPER_AWAY("zookeeper-away"),
    /** A node reaches ZooKeeper again. */
    ZOOKEEPER_BACK("zookeeper-back"),
    /** A node's session with ZooKeeper ended. */
    SESSION_LOST("session-lost"),
    /** Others saw that a member has a worker id now. */
    JOINED("joined"),
    /** Others saw that a member has left, and has handed its worker id back, or somebody has it already. */
    LEFT("left"),
    /** Others saw that a member's session has ended without its handing anything back: it was killed, or is cut off. */
    GONE("gone"),
    /** Another node got no answer from a node over HTTP any more. */
    UNREACHABLE("unreachable"),
    /** Another node got answers from a node over HTTP again. */
    REACHABLE("reachable"),
    /** A worker id was taken out of use for good. */
    RETIRED("retired");

    private final String text;

    EventKind(String text) {
        this.text = text;
    }

    /** Returns its stable text. */
    public String text() {
        return text;
    }
}
